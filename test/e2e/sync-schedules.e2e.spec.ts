import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Svc, SyncRun, SyncStatusEntry } from '@svc/client';
import { startGateway, waitFor, type Gateway } from '@svc/testing';
import { Client, Connection } from '@temporalio/client';
import path from 'node:path';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { HoldingUpstream } from './support/holding-upstream.js';
import { PagedUpstream } from './support/paged-upstream.js';

const PROJECT = path.join(import.meta.dirname, 'engine-project');
const KEY = 'items';
const SYNC = 'ticking';
const EVERY_MS = 30_000;
const TIMEOUT_MS = 240_000;
/** Syncs of the large customer, all due at once. */
const DUE = process.env['SOAK'] ? 1_000 : 40;
const DUE_TIMEOUT_MS = TIMEOUT_MS + DUE * 1_000;
const SLOTS_PER_CUSTOMER = 2;

/** A sync that is due every half minute, with a provider of its own that counts. */
interface Watched {
  readonly connectionId: string;
  readonly upstream: PagedUpstream;
  readonly syncId: string;
}

describe('Schedules of syncs', () => {
  let gateway: Gateway;
  let svc: Svc;
  let temporal: Client;

  beforeAll(async () => {
    gateway = await startGateway({
      env: {
        RATE_LIMIT_PER_MINUTE: '0',
        // Each look lists every Schedule.
        SYNC_SCHEDULE_CHECK_MS: String(DUE * 50),
        SYNC_SLOTS_PER_CUSTOMER: String(SLOTS_PER_CUSTOMER),
        SYNC_SLOTS_PER_ENVIRONMENT: '3',
      },
    });
    svc = clientOf(gateway);
    temporal = new Client({ connection: await Connection.connect({ address: gateway.temporalAddress }) });
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    expect(await runCli(PROJECT, ['deploy', gateway.environment, '--yes'], env)).toMatchObject({ exitCode: 0 });
  }, 300_000);

  afterAll(async () => {
    await temporal?.connection.close();
    await gateway?.stop();
  }, 60_000);

  const runsOf = async ({ connectionId }: Pick<Watched, 'connectionId'>): Promise<SyncRun[]> =>
    (await svc.listSyncRuns({ providerConfigKey: KEY, connectionId, syncs: [SYNC], limit: 100 })).data;

  /** Waits until a sync has ended more than `count` runs. */
  const untilRunsAfter = (sync: Pick<Watched, 'connectionId'>, count: number): Promise<SyncRun[]> =>
    waitFor(`run ${count + 1} of ${sync.connectionId}`, TIMEOUT_MS, async () => {
      const runs = await runsOf(sync);
      return runs.length > count && runs[0]?.status === 'SUCCESS' ? runs : undefined;
    });

  const startTicking = async (connectionId: string): Promise<Watched> => {
    const upstream = await PagedUpstream.start({ items: [{ id: 'one', text: 'one' }], pageSize: 1 });
    await svc.importConnection({
      provider_config_key: KEY,
      connection_id: connectionId,
      connection_config: { baseUrl: upstream.url },
      credentials: { type: 'NONE' },
    });
    await svc.startSync(KEY, [SYNC], connectionId);
    const [run] = await untilRunsAfter({ connectionId }, 0);
    return { connectionId, upstream, syncId: run?.sync_id ?? '' };
  };

  const scheduleOf = ({ syncId }: Watched) => temporal.schedule.getHandle(`sync-${syncId}`);

  it(
    'are recreated from their rows and fire, and no sync is run twice: terminated, deleted, standing still',
    async () => {
      const [terminated, deleted, still] = await Promise.all([
        startTicking('terminated'),
        startTicking('deleted'),
        startTicking('still'),
      ]);
      await temporal.workflow.getHandle(`temporal-sys-scheduler:sync-${terminated.syncId}`).terminate();
      await scheduleOf(deleted).delete();
      // Says that it is as wanted, and does nothing for a year.
      await scheduleOf(still).update((schedule) => ({ ...schedule, spec: { intervals: [{ every: '365 days' }] } }));
      const before = await Promise.all([terminated, deleted, still].map((sync) => runsOf(sync)));

      const all = [terminated, deleted, still];
      // Two: what starts at once makes up for what was missed; the one after it is the Schedule's.
      await Promise.all(all.map((sync, index) => untilRunsAfter(sync, (before[index]?.length ?? 0) + 1)));
      for (const sync of all) {
        const { spec, state } = await scheduleOf(sync).describe();
        expect({ spec, state }).toMatchObject({ spec: { intervals: [{ every: EVERY_MS }] }, state: { paused: false } });
        await svc.pauseSync(KEY, [SYNC], sync.connectionId);
      }
      for (const sync of all) {
        const runs = await waitFor('no run', TIMEOUT_MS, async () => {
          const ended = await runsOf(sync);
          return ended.some(({ status }) => status === 'RUNNING') ? undefined : ended;
        });
        expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'SUCCESS'));
        // Each run fetches its page once, and each has a workflow of its own.
        expect(sync.upstream.fetched).toHaveLength(runs.length);
        expect(new Set(runs.map(({ run_url: url }) => url)).size).toBe(runs.length);
        await svc.deleteConnection(KEY, sync.connectionId);
        await sync.upstream.stop();
      }
    },
    TIMEOUT_MS * 2,
  );

  it(
    `of one customer, ${DUE} due at once, do not delay the first one of another`,
    async () => {
      // No run of the large customer ends before the one of the other has.
      const holding = await HoldingUpstream.start();
      const answering = await PagedUpstream.start({ items: [{ id: 'one', text: 'one' }], pageSize: 1 });
      const connect = (connectionId: string, customer: string, baseUrl: string) =>
        svc.importConnection({
          provider_config_key: KEY,
          connection_id: connectionId,
          connection_config: { baseUrl },
          credentials: { type: 'NONE' },
          tags: { organization_id: customer },
        });
      /** Syncs of the large customer with an open run. */
      const open = async (): Promise<SyncStatusEntry[]> => {
        const { syncs } = await svc.syncStatus(KEY, [SYNC]);
        return syncs.filter(({ connection_id: id, latestExecutionStatus }) => {
          return id.startsWith('large-') && latestExecutionStatus === 'RUNNING';
        });
      };
      await connect('small', 'small', answering.url);
      for (let n = 0; n < DUE; n += 1) await connect(`large-${n}`, 'large', holding.url);
      for (let n = 0; n < DUE; n += 1) await svc.triggerSync(KEY, [SYNC], `large-${n}`);
      // How soon so many start is Temporal's affair; what they wait for then is a slot.
      await waitFor('all to run or wait', DUE_TIMEOUT_MS, async () => (await open()).length === DUE);
      expect(holding.calls.length).toBeGreaterThanOrEqual(SLOTS_PER_CUSTOMER);

      await svc.triggerSync(KEY, [SYNC], 'small');
      await untilRunsAfter({ connectionId: 'small' }, 0);
      const waiting = (await open()).filter(({ reason }) => reason === 'queued');
      expect(waiting.length).toBeGreaterThan(DUE / 2);
      await svc.deleteIntegration(KEY);
      await Promise.all([holding.stop(), answering.stop()]);
    },
    TIMEOUT_MS + 2 * DUE_TIMEOUT_MS,
  );
});
