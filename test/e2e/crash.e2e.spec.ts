import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Svc } from '@svc/client';
import { type Gateway, type GatewayProcess, startGateway, waitFor } from '@svc/testing';
import path from 'node:path';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { PagedUpstream } from './support/paged-upstream.js';

const PROJECT = path.join(import.meta.dirname, 'paging-project');
const KEY = 'items';
const ITEMS = 20_000;
const PAGE_SIZE = 200;
const RUN_TIMEOUT_MS = 150_000;

describe('a process that is killed in the middle of a sync', () => {
  let gateway: Gateway;
  let svc: Svc;

  beforeAll(async () => {
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    svc = clientOf(gateway);
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    expect(await runCli(PROJECT, ['deploy', gateway.environment, '--yes'], env)).toMatchObject({ exitCode: 0 });
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
  }, 60_000);

  it.each<GatewayProcess>(['worker', 'runner', 'api'])(
    'loses and doubles nothing: %s',
    async (victim) => {
      const upstream = await PagedUpstream.start({ items: ITEMS, pageSize: PAGE_SIZE, delayMs: 20 });
      const connectionId = `killed-${victim}`;
      await svc.importConnection({
        provider_config_key: KEY,
        connection_id: connectionId,
        connection_config: { baseUrl: upstream.url },
        credentials: { type: 'NONE' },
      });
      await waitFor('half of the pages', RUN_TIMEOUT_MS, async () => upstream.fetched.length > upstream.pages / 2);
      await gateway.kill(victim);

      const status = await waitFor('the sync to end', RUN_TIMEOUT_MS, async () => {
        const answer = await svc.syncStatus(KEY, ['items'], connectionId).catch(() => undefined);
        const [entry] = answer?.syncs ?? [];
        return entry?.finishedAt !== undefined && entry.status !== 'RUNNING' ? entry : undefined;
      });
      expect(status).toMatchObject({
        status: 'SUCCESS',
        recordCount: { Item: ITEMS },
        latestResult: { Item: { added: ITEMS, updated: 0, deleted: 0 } },
      });
      expect(await idsOf(connectionId)).toEqual(new Set(Array.from({ length: ITEMS }, (_, n) => `item-${n}`)));
      expect(repeatedPages(upstream.fetched)).toBeLessThanOrEqual(1);
      await upstream.stop();
    },
    RUN_TIMEOUT_MS * 2,
  );

  async function idsOf(connectionId: string): Promise<Set<string>> {
    const ids = new Set<string>();
    let seen = 0;
    let cursor: string | undefined;
    do {
      const page = await svc.listRecords({
        providerConfigKey: KEY,
        connectionId,
        model: 'Item',
        limit: 5000,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { id } of page.records) ids.add(id);
      seen += page.records.length;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toBe(ids.size);
    return ids;
  }
});

/** Pages that were fetched although a checkpoint after them had been saved before show as more than one repetition. */
function repeatedPages(fetched: readonly number[]): number {
  return fetched.length - new Set(fetched).size;
}
