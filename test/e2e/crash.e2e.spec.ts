import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Svc } from '@svc/client';
import { startGateway, waitFor, type Gateway, type GatewayProcess } from '@svc/testing';
import path from 'node:path';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { PagedUpstream } from './support/paged-upstream.js';

const PROJECT = path.join(import.meta.dirname, 'paging-project');
const KEY = 'items';
const ITEMS = 20_000;
const PAGE_SIZE = 200;
const RUN_TIMEOUT_MS = 150_000;

interface Round {
  readonly victim: GatewayProcess;
  readonly round: number;
  readonly percent: number;
}

/** Each round kills somewhere else; the test's name says where. */
function rounds(): Round[] {
  const count = process.env['SOAK'] ? 10 : 1;
  const victims: GatewayProcess[] = ['worker', 'runner', 'api'];
  return victims.flatMap((victim, index) =>
    Array.from({ length: count }, (_, round) => ({
      victim,
      round,
      percent: 10 + ((index * 31 + round * 17 + 40) % 80),
    })),
  );
}

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

  it.each(rounds())(
    'loses and doubles nothing: $victim, round $round, at $percent% of the pages',
    async ({ victim, round, percent }) => {
      const upstream = await PagedUpstream.start({ items: ITEMS, pageSize: PAGE_SIZE, delayMs: 20 });
      const connectionId = `killed-${victim}-${round}`;
      await svc.importConnection({
        provider_config_key: KEY,
        connection_id: connectionId,
        connection_config: { baseUrl: upstream.url },
        credentials: { type: 'NONE' },
      });
      const killAt = (upstream.pages * percent) / 100;
      await waitFor('the page to kill at', RUN_TIMEOUT_MS, async () => upstream.fetched.length >= killAt);
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
