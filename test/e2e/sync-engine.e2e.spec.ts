import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Svc, SyncRun } from '@svc/client';
import { startGateway, waitFor, type Gateway } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { PagedUpstream } from './support/paged-upstream.js';

const PROJECT = path.join(import.meta.dirname, 'engine-project');
const KEY = 'items';
const PAGE_SIZE = 20;
const PAGES = 150;
const RESTARTS = 5;
const STALLED_AFTER = 3;
const RUN_TIMEOUT_MS = 180_000;

const items = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `item-${n}`, text: `text ${n}` }));

describe('a run of a sync', () => {
  let gateway: Gateway;
  let svc: Svc;
  let upstream: PagedUpstream;
  let connectionId: string;

  beforeAll(async () => {
    gateway = await startGateway({
      // A slice of a second: what takes half an hour with the usual five minutes takes seconds here.
      env: { RATE_LIMIT_PER_MINUTE: '0', SYNC_SLICE_MS: '1000', SYNC_STALLED_AFTER_SLICES: String(STALLED_AFTER) },
    });
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

  beforeEach(async () => {
    upstream = await PagedUpstream.start({ items: items(PAGES * PAGE_SIZE), pageSize: PAGE_SIZE });
    connectionId = randomUUID();
    await svc.importConnection({
      provider_config_key: KEY,
      connection_id: connectionId,
      connection_config: { baseUrl: upstream.url },
      credentials: { type: 'NONE' },
    });
  });

  afterEach(() => upstream.stop());

  const latestRun = async (sync: string): Promise<SyncRun | undefined> => {
    const request = { providerConfigKey: KEY, connectionId, syncs: [sync], limit: 1 };
    return (await svc.listSyncRuns(request).catch(() => undefined))?.data[0];
  };

  /** Triggers a sync and answers its run once that has ended. */
  const run = async (sync: string): Promise<SyncRun> => {
    const before = (await latestRun(sync))?.id;
    await svc.triggerSync(KEY, [sync], connectionId);
    return await waitFor('the run to end', RUN_TIMEOUT_MS, async () => {
      const latest = await latestRun(sync);
      return latest && latest.id !== before && latest.status !== 'RUNNING' ? latest : undefined;
    });
  };

  const liveIds = async (model: string): Promise<Set<string>> => {
    const { records } = await svc.listRecords({ providerConfigKey: KEY, connectionId, model, limit: 10_000 });
    return new Set(records.filter(({ _metadata }) => !_metadata.deleted).map(({ id }) => id));
  };

  /** Publishes a sync whose records say which version of it wrote them. */
  const deployVersion = async (by: string): Promise<void> => {
    const code = `import { createSync } from '@svc/functions';
import { z } from 'zod';
export default createSync({
  description: 'Says who wrote', frequency: 'every day', autoStart: false,
  models: { Versioned: z.object({ id: z.string(), by: z.string() }) },
  checkpoint: z.object({ page: z.number() }),
  exec: async (svc) => {
    let page = (await svc.getCheckpoint())?.page ?? 0;
    while (page !== null) {
      const { data } = await svc.get({ endpoint: '/items', params: { page } });
      await svc.batchSave(data.items.map(({ id }) => ({ id, by: '${by}' })), 'Versioned');
      page = data.next;
      if (page !== null) await svc.saveCheckpoint({ page });
    }
    await svc.clearCheckpoint();
  },
});`;
    const request = { integration_id: KEY, function_type: 'sync', function_name: 'versioned', code } as const;
    expect(await svc.deployFunction(request)).toMatchObject({ status: 'success' });
  };

  const writers = async (): Promise<unknown[]> => {
    const request = { providerConfigKey: KEY, connectionId, model: 'Versioned', limit: 10_000 };
    const { records } = await svc.listRecords<{ id: string; by: string }>(request);
    return [...new Set(records.map(({ by }) => by))];
  };

  it(
    `goes through many slices and ${RESTARTS} restarts of the worker, and fetches no page twice`,
    async () => {
      upstream.delayMs = 150;
      const ended = run('long');
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        const page = Math.floor((PAGES * restart) / (RESTARTS + 1));
        await waitFor(`page ${page}`, RUN_TIMEOUT_MS, async () => upstream.fetched.length >= page);
        const pid = await gateway.pidOf('worker');
        // As a deploy does it: the worker is asked to stop, and hands over what it does.
        process.kill(pid, 'SIGTERM');
        await gateway.waitForRestart('worker', pid);
      }
      expect(await ended).toMatchObject({
        status: 'SUCCESS',
        result: { Item: { added: PAGES * PAGE_SIZE, updated: 0, deleted: 0 } },
      });
      expect(upstream.fetched).toEqual(Array.from({ length: PAGES }, (_, page) => page));
    },
    RUN_TIMEOUT_MS * 2,
  );

  it(
    'ends with the version it began with, over slices and whatever is deployed meanwhile; the next takes the new one',
    async () => {
      upstream.items = items(30 * PAGE_SIZE);
      upstream.delayMs = 150;
      await deployVersion('one');
      const ended = run('versioned');
      await waitFor('pages of the first version', RUN_TIMEOUT_MS, async () => upstream.fetched.length >= 10);
      await deployVersion('two');
      const fetchedByThen = upstream.fetched.length;
      expect(fetchedByThen).toBeLessThan(30);
      const first = await ended;
      expect(first).toMatchObject({ status: 'SUCCESS', result: { Versioned: { added: 30 * PAGE_SIZE } } });
      expect(first.slices).toBeGreaterThan(1);
      expect(await writers()).toEqual(['one']);
      upstream.delayMs = 0;
      expect(await run('versioned')).toMatchObject({
        status: 'SUCCESS',
        result: { Versioned: { added: 0, updated: 30 * PAGE_SIZE } },
      });
      expect(await writers()).toEqual(['two']);
    },
    RUN_TIMEOUT_MS * 2,
  );

  it(
    'goes over a window beside the others: its checkpoint is its own, and nothing outside of it counts as deleted',
    async () => {
      await run('passing');
      const before = await liveIds('Passed');
      upstream.items = items(PAGES * PAGE_SIZE).map((item) => ({ ...item, text: `changed ${item.text}` }));
      upstream.fetched = [];
      const { data: asked } = await svc.runSync({
        providerConfigKey: KEY,
        connectionId,
        sync: 'passing',
        checkpoint: { page: PAGES - 2 },
      });
      expect(asked).toMatchObject({ trigger: 'window', checkpoint: { from: { page: PAGES - 2 } } });
      const ended = await waitFor('the run over the window', RUN_TIMEOUT_MS, async () => {
        const { data } = await svc.getSyncRun(asked.id);
        return data.status === 'RUNNING' || data.status === 'QUEUED' ? undefined : data;
      });
      expect(ended).toMatchObject({ status: 'SUCCESS', slices: 1 });
      expect(ended.result).toEqual({ Passed: { added: 0, updated: 2 * PAGE_SIZE, deleted: 0 } });
      expect(upstream.fetched).toEqual([PAGES - 2, PAGES - 1]);
      expect(await liveIds('Passed')).toEqual(before);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    `ends as stalled after ${STALLED_AFTER} slices that moved nothing`,
    async () => {
      // The first slice moves the checkpoint from nothing to where it then stands.
      expect(await run('standing')).toMatchObject({ status: 'ERROR', reason: 'stalled', slices: STALLED_AFTER + 1 });
    },
    RUN_TIMEOUT_MS,
  );

  it(
    'goes on with a tracking that a failed run left: nothing of the pages before the failure is deleted',
    async () => {
      await run('passing');
      upstream.items = items(PAGES * PAGE_SIZE).filter((_, index) => index % PAGE_SIZE !== 7);
      upstream.failAtPage = 60;
      expect(await run('passing')).toMatchObject({
        status: 'ERROR',
        reason: 'function_error',
        checkpoint: { to: { page: 60 } },
      });
      expect((await liveIds('Passed')).size).toBe(PAGES * PAGE_SIZE);
      upstream.failAtPage = undefined;
      expect(await run('passing')).toMatchObject({
        status: 'SUCCESS',
        result: { Passed: { added: 0, updated: 0, deleted: PAGES } },
      });
      expect(await liveIds('Passed')).toEqual(new Set(upstream.items.map(({ id }) => id)));
    },
    RUN_TIMEOUT_MS * 2,
  );
});
