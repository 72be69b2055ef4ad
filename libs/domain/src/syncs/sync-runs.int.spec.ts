import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, SyncSliceRepository, WorkerProcessRepository, type SliceExecution } from '@svc/database';
import { createTestDatabase, waitFor, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { createSyncFixture, publishSync, type SyncFixture } from '../testing/sync-fixture.js';
import { SyncServices } from '../testing/sync-services.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';
import { RunRetention } from '../runs/run-retention.service.js';

/** Another activity each time, as the slices of a run are. */
const execution = (ownerId: string = randomUUID()): SliceExecution => ({
  ownerId,
  sliceRunId: 'execution',
  activityId: randomUUID(),
});

describe('runs of syncs', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let services: SyncServices;
  let fixture: SyncFixture;
  let syncId: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
    services = new SyncServices(database, { SYNC_SLOTS_PER_INTEGRATION: '1' });
  });

  afterAll(async () => {
    await services.close();
    await database.close();
    await testDatabase.drop();
  });

  beforeEach(async () => {
    fixture = await createSyncFixture(database);
    await database.transaction((tx) => services.instances.createForConnection(tx, fixture));
    syncId = await idOf('items');
  });

  const idOf = async (name: string): Promise<string> => {
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM syncs WHERE connection_id = $1 AND name = $2 AND deleted_at IS NULL',
      [fixture.connectionId, name],
    );
    return rows[0]?.id ?? '';
  };
  const rowOf = async (id: string) => (await database.query('SELECT * FROM syncs WHERE id = $1', [id])).rows[0];
  const runOf = async (runId: string) =>
    (await database.query('SELECT * FROM sync_runs WHERE id = $1', [runId])).rows[0];
  const claim = (temporalRunId: string = randomUUID(), id = syncId) => ({
    syncId: id,
    workflowId: `sync-${id}`,
    temporalRunId,
  });
  const open = async (id = syncId): Promise<string> => {
    const start = await services.runs().start(claim(undefined, id));
    if (!start.started) throw new Error(start.reason);
    return start.runId;
  };
  const begin = async (runId: string, ownerId?: string) => {
    const beginning = await services.slices.begin(runId, execution(ownerId));
    if (!beginning.begun) throw new Error(beginning.outcome.outcome);
    return beginning.start;
  };

  const waitingForLocks = async (): Promise<number> =>
    (
      await database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rowCount;

  it('open once for an execution, however often it asks', async () => {
    const mine = claim();
    const first = await services.runs().start(mine);
    expect(first).toMatchObject({ started: true });
    expect(await services.runs().start(mine)).toEqual(first);
  });

  it('take up the request that they were asked for with', async () => {
    expect(await rowOf(syncId)).toMatchObject({ pending_trigger: 'connection_created' });
    const runId = await open();
    expect(await runOf(runId)).toMatchObject({ trigger: 'connection_created', status: 'RUNNING' });
    expect(await rowOf(syncId)).toMatchObject({ pending_trigger: null });
  });

  it('are one at a time for a sync', async () => {
    await open();
    expect(await services.runs(() => true).start(claim())).toEqual({ started: false, reason: 'already_running' });
  });

  it('give way when their workflow is gone without a word', async () => {
    const lost = await open();
    expect(await services.runs(() => false).start(claim())).toMatchObject({ started: true });
    expect(await runOf(lost)).toMatchObject({ status: 'ERROR', reason: 'lost' });
  });

  it('do not open for a sync that is paused, unless they were asked for', async () => {
    await database.query('UPDATE syncs SET paused = true, pending_trigger = NULL WHERE id = $1', [syncId]);
    expect(await services.runs().start(claim())).toEqual({ started: false, reason: 'paused' });
    await database.query(`UPDATE syncs SET pending_trigger = 'trigger' WHERE id = $1`, [syncId]);
    expect(await services.runs().start(claim())).toMatchObject({ started: true });
  });

  it('set the date of the last success to their start', async () => {
    const runId = await open();
    await services.endings.finish({ runId, status: 'SUCCESS' });
    const run = await runOf(runId);
    expect(run).toMatchObject({ status: 'SUCCESS' });
    expect((await rowOf(syncId))?.['last_sync_date']).toEqual(run?.['started_at']);
  });

  describe('are told to whoever has an address', () => {
    const told = async () =>
      (
        await database.query<{ payload: Record<string, unknown> }>(
          `SELECT payload FROM webhook_events WHERE connection_id = $1 AND type = 'sync' ORDER BY created_at`,
          [fixture.connectionId],
        )
      ).rows.map(({ payload }) => payload);
    const settings = (value: object) =>
      database.query(
        `UPDATE environments SET settings = $2 WHERE id = (SELECT environment_id FROM connections WHERE id = $1)`,
        [fixture.connectionId, JSON.stringify(value)],
      );
    const HOOK = { primary_url: 'https://customer.test/hook' };

    it('not without an address', async () => {
      await services.endings.finish({ runId: await open(), status: 'SUCCESS' });
      expect(await told()).toEqual([]);
    });

    it('a success for each model, with what changed', async () => {
      await settings(HOOK);
      const runId = await open();
      await database.query(
        `UPDATE sync_runs SET results = '{"Item": {"added": 2, "updated": 1, "deleted": 0}}', checkpoint_to = '{"page": 3}' WHERE id = $1`,
        [runId],
      );
      await services.endings.finish({ runId, status: 'SUCCESS' });
      const [event, ...others] = await told();
      expect(others).toEqual([]);
      expect(event).toEqual({
        from: 'svc',
        type: 'sync',
        connectionId: 'customer-1',
        providerConfigKey: 'api',
        syncName: 'items',
        syncVariant: 'base',
        syncType: 'INITIAL',
        model: 'Item',
        success: true,
        responseResults: { added: 2, updated: 1, deleted: 0 },
        checkpoints: { from: null, to: { page: 3 } },
        modifiedAfter: expect.stringMatching(/^\d{4}-.*Z$/),
        queryTimeStamp: expect.any(String),
      });
      await services.endings.finish({ runId, status: 'SUCCESS' });
      expect(await told()).toHaveLength(1);
    });

    it('as an initial run until one has succeeded, and again after a reset', async () => {
      await settings(HOOK);
      for (let run = 0; run < 3; run += 1) {
        if (run === 2) await database.query('UPDATE syncs SET last_sync_date = NULL WHERE id = $1', [syncId]);
        await services.endings.finish({ runId: await open(), status: 'SUCCESS' });
      }
      expect((await told()).map(({ syncType }) => syncType)).toEqual(['INITIAL', 'INCREMENTAL', 'INITIAL']);
    });

    it('a success without changes only where it is wanted', async () => {
      await settings({ ...HOOK, on_sync_completion_always: false });
      await services.endings.finish({ runId: await open(), status: 'SUCCESS' });
      expect(await told()).toEqual([]);
    });

    it('a failure once, unless it is not wanted', async () => {
      await database.query(`UPDATE connections SET webhook_url = 'https://customer.test/own' WHERE id = $1`, [
        fixture.connectionId,
      ]);
      await services.endings.finish({ runId: await open(), status: 'ERROR', reason: 'stalled' });
      expect(await told()).toMatchObject([
        {
          success: false,
          model: 'Item',
          error: { type: 'script_error', description: 'The run ended: stalled.', payload: { reason: 'stalled' } },
          failedAt: expect.any(String),
        },
      ]);
      await settings({ on_sync_error: false });
      await services.endings.finish({ runId: await open(), status: 'ERROR', reason: 'stalled' });
      expect(await told()).toHaveLength(1);
    });
  });

  it('that fail are among the errors of their connection until one succeeds', async () => {
    const errorsOf = async () =>
      (await database.query('SELECT errors FROM connections WHERE id = $1', [fixture.connectionId])).rows[0]?.[
        'errors'
      ];
    await database.query(`UPDATE connections SET errors = '[{"type": "auth", "log_id": "other"}]' WHERE id = $1`, [
      fixture.connectionId,
    ]);
    const failed = await open();
    await services.endings.finish({ runId: failed, status: 'ERROR', reason: 'function_error' });
    expect(await errorsOf()).toEqual([
      { type: 'sync', log_id: (await runOf(failed))?.['operation_id'] },
      { type: 'auth', log_id: 'other' },
    ]);
    await services.endings.finish({ runId: await open(), status: 'SUCCESS' });
    expect(await errorsOf()).toEqual([{ type: 'auth', log_id: 'other' }]);
  });

  it('are forgotten when they are old, but the latest of each sync', async () => {
    const old = await open();
    await services.endings.finish({ runId: old, status: 'SUCCESS' });
    const last = await open();
    await services.endings.finish({ runId: last, status: 'SUCCESS' });
    const retention = new RunRetention(database, services.config);
    await retention.prune(new Date(Date.now() + 365 * 86_400_000));
    expect(await runOf(old)).toBeUndefined();
    expect(await runOf(last)).toMatchObject({ status: 'SUCCESS' });
  });

  it('end once', async () => {
    const runId = await open();
    await services.endings.finish({ runId, status: 'STOPPED', reason: 'cancelled' });
    await services.endings.finish({ runId, status: 'SUCCESS' });
    expect(await runOf(runId)).toMatchObject({ status: 'STOPPED', reason: 'cancelled' });
  });

  it('that end for dead credentials pause what is active, and a reconnect resumes only that', async () => {
    await publishSync(database, fixture, 'quiet');
    await database.transaction((tx) => services.instances.createForConnection(tx, fixture));
    const quiet = await idOf('quiet');
    await database.query(`UPDATE syncs SET paused = true, pause_reason = 'paused_by_user' WHERE id = $1`, [quiet]);

    await services.endings.finish({ runId: await open(), status: 'ERROR', reason: 'auth_dead' });
    expect(await rowOf(syncId)).toMatchObject({ paused: true, pause_reason: 'auth_dead' });

    await database.transaction((tx) => services.instances.resumeForAuth(tx, fixture.connectionId));
    expect(await rowOf(syncId)).toMatchObject({ paused: false, pause_reason: null, pending_trigger: 'reconnected' });
    expect(await rowOf(quiet)).toMatchObject({ paused: true, pause_reason: 'paused_by_user' });
  });

  describe('a slice that was given up and comes back late', () => {
    it('cannot save or clear a checkpoint, and cannot end anything', async () => {
      const checkpoints = new SyncCheckpoints(database);
      const runId = await open();
      const late = await begin(runId);
      const { version } = await checkpoints.get({ syncId, fence: late });
      await checkpoints.save({ syncId, fence: late }, { page: 1 }, version);

      const current = await begin(runId);
      expect(current.epoch).toBe(late.epoch + 1);
      expect(current.checkpoint).toEqual({ page: 1 });
      await expect(checkpoints.save({ syncId, fence: late }, { page: 9 }, version + 1)).rejects.toMatchObject({
        code: 'run_superseded',
        status: 409,
      });
      await expect(checkpoints.clear({ syncId, fence: late })).rejects.toMatchObject({ code: 'run_superseded' });
      expect(await services.slices.settle(late, { outcome: 'completed' })).toEqual({ outcome: 'superseded' });

      expect(await checkpoints.save({ syncId, fence: current }, { page: 2 }, version + 1)).toBe(version + 2);
      expect(await checkpoints.get({ syncId, fence: current })).toEqual({
        checkpoint: { page: 2 },
        version: version + 2,
      });
      expect(await services.slices.settle(current, { outcome: 'sliced' })).toEqual({
        outcome: 'sliced',
        progressed: true,
      });
    });

    it('cannot save once the run has ended', async () => {
      const runId = await open();
      const slice = await begin(runId);
      await services.endings.finish({ runId, status: 'STOPPED', reason: 'cancelled' });
      await expect(new SyncCheckpoints(database).clear({ syncId, fence: slice })).rejects.toMatchObject({
        code: 'run_superseded',
      });
      expect(await services.slices.begin(runId, execution())).toEqual({
        begun: false,
        outcome: { outcome: 'superseded' },
      });
    });
  });

  it('refuse a checkpoint over a version that the function does not know', async () => {
    const slice = await begin(await open());
    const checkpoints = new SyncCheckpoints(database);
    await checkpoints.save({ syncId, fence: slice }, { page: 1 }, 0);
    await expect(checkpoints.save({ syncId, fence: slice }, { page: 2 }, 0)).rejects.toMatchObject({
      code: 'checkpoint_conflict',
      status: 409,
    });
  });

  it('keep why a slice failed in their row, and say no more than its class', async () => {
    const slice = await begin(await open());
    const outcome = await services.slices.settle(slice, {
      outcome: 'failed',
      error: { type: 'throttled', name: 'Error', message: 'slow down', retryAfterMs: 900 },
    });
    expect(outcome).toEqual({ outcome: 'failed', errorClass: 'throttled', progressed: false, retryAfterMs: 900 });
    expect(await runOf(slice.runId)).toMatchObject({
      reason: 'throttled',
      error: { type: 'throttled', message: 'slow down' },
      owner_id: null,
    });
  });

  it('end also when what a function threw is no text that PostgreSQL takes', async () => {
    const slice = await begin(await open());
    const outcome = await services.slices.settle(slice, {
      outcome: 'failed',
      error: {
        type: 'function_error',
        name: 'Err\0or',
        message: 'bad \0 \ud800',
        stack: '\0',
        codeFrame: '> 1 | "\ud800"',
        issues: [{ code: 'custom', message: '\0', path: ['\ud800'] }],
      },
    });
    expect(outcome).toMatchObject({ outcome: 'failed', errorClass: 'function-error' });
    expect(await runOf(slice.runId)).toMatchObject({ error: { name: 'Err\ufffdor', message: 'bad \ufffd \ufffd' } });
  });

  it('do not execute a slice again that had ended when its worker died', async () => {
    const runId = await open();
    const asked = execution();
    const first = await services.slices.begin(runId, asked);
    if (!first.begun) throw new Error('not begun');
    await services.slices.settle(first.start, { outcome: 'completed' });
    expect(await services.slices.begin(runId, { ...asked, ownerId: randomUUID() })).toEqual({
      begun: false,
      outcome: { outcome: 'completed' },
    });
  });

  it('execute a slice again that was broken off', async () => {
    const runId = await open();
    const asked = execution();
    const first = await services.slices.begin(runId, asked);
    if (!first.begun) throw new Error('not begun');
    await services.slices.abandon(first.start);
    expect(await services.slices.begin(runId, asked)).toMatchObject({ begun: true, start: { epoch: 2 } });
  });

  it('wait for a slot of their integration', async () => {
    await publishSync(database, fixture, 'other');
    await database.transaction((tx) => services.instances.createForConnection(tx, fixture));
    const first = await begin(await open());
    const second = await open(await idOf('other'));
    expect(await services.slices.begin(second, execution())).toMatchObject({
      begun: false,
      outcome: { outcome: 'no-slot' },
    });
    await services.slices.settle(first, { outcome: 'sliced' });
    expect(await services.slices.begin(second, execution())).toMatchObject({ begun: true });
  });

  it('are found when the worker of their slice is dead, and not while it lives', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    await new WorkerProcessRepository(database).beat(alive);
    const orphan = await begin(await open(), dead);
    const slices = new SyncSliceRepository(database);
    expect((await slices.findOrphaned(10_000, 100)).map(({ runId }) => runId)).toContain(orphan.runId);
    await slices.release({ runId: orphan.runId, ownerId: dead });
    await begin(orphan.runId, alive);
    expect((await slices.findOrphaned(10_000, 100)).map(({ runId }) => runId)).not.toContain(orphan.runId);
  });

  it('end with their sync when its connection is deleted', async () => {
    const runId = await open();
    await database.transaction((tx) => services.instances.removeForConnection(tx, fixture.connectionId));
    expect(await runOf(runId)).toMatchObject({ status: 'STOPPED', reason: 'connection_deleted' });
    expect(await services.runs().start(claim())).toEqual({ started: false, reason: 'deleted' });
  });

  it('do not open while their sync is being deleted', async () => {
    const deleted = Promise.withResolvers<void>();
    const marked = Promise.withResolvers<void>();
    const deletion = database.transaction(async (tx) => {
      await services.instances.removeForConnection(tx, fixture.connectionId);
      marked.resolve();
      await deleted.promise;
    });
    await marked.promise;
    const start = services.runs().start(claim());
    await waitFor('the run to wait for the deletion', 10_000, async () => (await waitingForLocks()) === 1);
    deleted.resolve();
    await deletion;
    expect(await start).toMatchObject({ started: false });
    expect((await database.query('SELECT 1 FROM sync_runs WHERE sync_id = $1', [syncId])).rowCount).toBe(0);
  });

  it('end when their workflow is gone, also when a worker that lives could not say that it left them', async () => {
    const ownerId = randomUUID();
    await new WorkerProcessRepository(database).beat(ownerId);
    const { runId } = await begin(await open(), ownerId);
    const isGone = (workflowId: string): boolean => workflowId !== `sync-${syncId}`;
    await services.runs(isGone).endLost(0, 1_000);
    expect(await runOf(runId)).toMatchObject({ status: 'RUNNING' });
    await database.query(`UPDATE sync_runs SET started_at = now() - interval '61 minutes' WHERE id = $1`, [runId]);
    await services.runs(isGone).endLost(0, 1_000);
    expect(await runOf(runId)).toMatchObject({ status: 'ERROR', reason: 'lost', owner_id: null });
  });
});
