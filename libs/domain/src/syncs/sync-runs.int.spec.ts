import { describe, expect, it } from '@jest/globals';
import { SyncSliceRepository, WorkerProcessRepository } from '@svc/database';
import { waitFor } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { RunRetention } from '../runs/run-retention.service.js';
import { sliceExecution, SyncBed } from '../testing/sync-bed.js';
import { publishSync } from '../testing/sync-fixture.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';

describe('runs of syncs', () => {
  const bed = SyncBed.use({ SYNC_SLOTS_PER_INTEGRATION: '1' });

  it('open once for an execution, however often it asks', async () => {
    const mine = bed.claim();
    const first = await bed.services.runs().start(mine);
    expect(first).toMatchObject({ started: true });
    expect(await bed.services.runs().start(mine)).toEqual(first);
  });

  it('take up the request that they were asked for with', async () => {
    expect(await bed.syncRow(bed.syncId)).toMatchObject({ pending_trigger: 'connection_created' });
    const runId = await bed.openRun();
    expect(await bed.runRow(runId)).toMatchObject({ trigger: 'connection_created', status: 'RUNNING' });
    expect(await bed.syncRow(bed.syncId)).toMatchObject({ pending_trigger: null });
  });

  it('are one at a time for a sync', async () => {
    await bed.openRun();
    expect(await bed.services.runs(() => true).start(bed.claim())).toEqual({
      started: false,
      reason: 'already_running',
    });
  });

  it('give way when their workflow is gone without a word', async () => {
    const lost = await bed.openRun();
    expect(await bed.services.runs(() => false).start(bed.claim())).toMatchObject({ started: true });
    expect(await bed.runRow(lost)).toMatchObject({ status: 'ERROR', reason: 'lost' });
  });

  it('do not open for a sync that is paused, unless they were asked for', async () => {
    await bed.database.query('UPDATE syncs SET paused = true, pending_trigger = NULL WHERE id = $1', [bed.syncId]);
    expect(await bed.services.runs().start(bed.claim())).toEqual({ started: false, reason: 'paused' });
    await bed.database.query(`UPDATE syncs SET pending_trigger = 'trigger' WHERE id = $1`, [bed.syncId]);
    expect(await bed.services.runs().start(bed.claim())).toMatchObject({ started: true });
  });

  it('set the date of the last success to their start', async () => {
    const runId = await bed.openRun();
    await bed.services.endings.finish({ runId, status: 'SUCCESS' });
    const run = await bed.runRow(runId);
    expect(run).toMatchObject({ status: 'SUCCESS' });
    expect((await bed.syncRow(bed.syncId))?.['last_sync_date']).toEqual(run?.['started_at']);
  });

  describe('are told to whoever has an address', () => {
    const told = async () =>
      (
        await bed.database.query<{ payload: Record<string, unknown> }>(
          `SELECT payload FROM webhook_events WHERE connection_id = $1 AND type = 'sync' ORDER BY created_at`,
          [bed.fixture.connectionId],
        )
      ).rows.map(({ payload }) => payload);
    const settings = (value: object) =>
      bed.database.query(
        `UPDATE environments SET settings = $2 WHERE id = (SELECT environment_id FROM connections WHERE id = $1)`,
        [bed.fixture.connectionId, JSON.stringify(value)],
      );
    const HOOK = { primary_url: 'https://customer.test/hook' };

    it('not without an address', async () => {
      await bed.services.endings.finish({ runId: await bed.openRun(), status: 'SUCCESS' });
      expect(await told()).toEqual([]);
    });

    it('a success for each model, with what changed', async () => {
      await settings(HOOK);
      const runId = await bed.openRun();
      await bed.database.query(
        `UPDATE sync_runs SET results = '{"Item": {"added": 2, "updated": 1, "deleted": 0}}', checkpoint_to = '{"page": 3}' WHERE id = $1`,
        [runId],
      );
      await bed.services.endings.finish({ runId, status: 'SUCCESS' });
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
      await bed.services.endings.finish({ runId, status: 'SUCCESS' });
      expect(await told()).toHaveLength(1);
    });

    it('as an initial run until one has succeeded, and again after a reset', async () => {
      await settings(HOOK);
      for (let run = 0; run < 3; run += 1) {
        if (run === 2) await bed.database.query('UPDATE syncs SET last_sync_date = NULL WHERE id = $1', [bed.syncId]);
        await bed.services.endings.finish({ runId: await bed.openRun(), status: 'SUCCESS' });
      }
      expect((await told()).map(({ syncType }) => syncType)).toEqual(['INITIAL', 'INCREMENTAL', 'INITIAL']);
    });

    it('a success without changes only where it is wanted', async () => {
      await settings({ ...HOOK, on_sync_completion_always: false });
      await bed.services.endings.finish({ runId: await bed.openRun(), status: 'SUCCESS' });
      expect(await told()).toEqual([]);
    });

    it('a failure once, unless it is not wanted', async () => {
      await bed.database.query(`UPDATE connections SET webhook_url = 'https://customer.test/own' WHERE id = $1`, [
        bed.fixture.connectionId,
      ]);
      await bed.services.endings.finish({ runId: await bed.openRun(), status: 'ERROR', reason: 'stalled' });
      expect(await told()).toMatchObject([
        {
          success: false,
          model: 'Item',
          error: { type: 'script_error', description: 'The run ended: stalled.', payload: { reason: 'stalled' } },
          failedAt: expect.any(String),
        },
      ]);
      await settings({ on_sync_error: false });
      await bed.services.endings.finish({ runId: await bed.openRun(), status: 'ERROR', reason: 'stalled' });
      expect(await told()).toHaveLength(1);
    });
  });

  it('that fail are among the errors of their connection until one succeeds', async () => {
    const errorsOf = async () =>
      (await bed.database.query('SELECT errors FROM connections WHERE id = $1', [bed.fixture.connectionId])).rows[0]?.[
        'errors'
      ];
    await bed.database.query(`UPDATE connections SET errors = '[{"type": "auth", "log_id": "other"}]' WHERE id = $1`, [
      bed.fixture.connectionId,
    ]);
    const failed = await bed.openRun();
    await bed.services.endings.finish({ runId: failed, status: 'ERROR', reason: 'function_error' });
    expect(await errorsOf()).toEqual([
      { type: 'sync', log_id: (await bed.runRow(failed))?.['operation_id'] },
      { type: 'auth', log_id: 'other' },
    ]);
    await bed.services.endings.finish({ runId: await bed.openRun(), status: 'SUCCESS' });
    expect(await errorsOf()).toEqual([{ type: 'auth', log_id: 'other' }]);
  });

  it('are forgotten when they are old, but the latest of each sync', async () => {
    const old = await bed.openRun();
    await bed.services.endings.finish({ runId: old, status: 'SUCCESS' });
    const last = await bed.openRun();
    await bed.services.endings.finish({ runId: last, status: 'SUCCESS' });
    const retention = new RunRetention(bed.database, bed.services.config);
    await retention.prune(new Date(Date.now() + 365 * 86_400_000));
    expect(await bed.runRow(old)).toBeUndefined();
    expect(await bed.runRow(last)).toMatchObject({ status: 'SUCCESS' });
  });

  it('end once', async () => {
    const runId = await bed.openRun();
    await bed.services.endings.finish({ runId, status: 'STOPPED', reason: 'cancelled' });
    await bed.services.endings.finish({ runId, status: 'SUCCESS' });
    expect(await bed.runRow(runId)).toMatchObject({ status: 'STOPPED', reason: 'cancelled' });
  });

  describe('that end for dead credentials', () => {
    const mark = (errors: object[]) =>
      bed.database.query('UPDATE connections SET errors = $2 WHERE id = $1', [
        bed.fixture.connectionId,
        JSON.stringify(errors),
      ]);
    const finish = (runId: string) => bed.services.endings.finish({ runId, status: 'ERROR', reason: 'auth_dead' });

    it('pause nothing when they are those of another connection', async () => {
      const runId = await bed.openRun();
      await finish(runId);
      expect(await bed.runRow(runId)).toMatchObject({ status: 'ERROR', reason: 'auth_dead' });
      expect(await bed.syncRow()).toMatchObject({ paused: false, pause_reason: null });
    });

    it('pause nothing when somebody reconnects meanwhile', async () => {
      const runId = await bed.openRun();
      await mark([{ type: 'auth', log_id: 'dead' }]);
      const { finishing } = await bed.database.transaction(async (tx) => {
        await tx.query(`UPDATE connections SET errors = '[]' WHERE id = $1`, [bed.fixture.connectionId]);
        await bed.services.instances.resumeForAuth(tx, bed.fixture.connectionId);
        let isDone = false;
        const finished = finish(runId).finally(() => (isDone = true));
        await waitFor('the end to come or to wait', 10_000, async () => isDone || (await bed.waitingForLocks()) === 1);
        return { finishing: finished };
      });
      await finishing;
      expect(await bed.runRow(runId)).toMatchObject({ status: 'ERROR', reason: 'auth_dead' });
      expect(await bed.syncRow()).toMatchObject({ paused: false, pause_reason: null });
    });

    it('pause what is active, and a reconnect resumes only that', async () => {
      await publishSync(bed.database, bed.fixture, 'quiet');
      await bed.createSyncs();
      const quiet = await bed.syncIdOf('quiet');
      await bed.database.query(`UPDATE syncs SET paused = true, pause_reason = 'paused_by_user' WHERE id = $1`, [
        quiet,
      ]);

      await mark([{ type: 'auth', log_id: 'dead' }]);
      await finish(await bed.openRun());
      expect(await bed.syncRow(bed.syncId)).toMatchObject({ paused: true, pause_reason: 'auth_dead' });

      await bed.database.transaction((tx) => bed.services.instances.resumeForAuth(tx, bed.fixture.connectionId));
      expect(await bed.syncRow(bed.syncId)).toMatchObject({
        paused: false,
        pause_reason: null,
        pending_trigger: 'reconnected',
      });
      expect(await bed.syncRow(quiet)).toMatchObject({ paused: true, pause_reason: 'paused_by_user' });
    });
  });

  describe('a slice that was given up and comes back late', () => {
    it('cannot save or clear a checkpoint, and cannot end anything', async () => {
      const checkpoints = new SyncCheckpoints(bed.database);
      const runId = await bed.openRun();
      const late = await bed.beginSlice(runId);
      const { version } = await checkpoints.get({ syncId: bed.syncId, fence: late });
      await checkpoints.save({ syncId: bed.syncId, fence: late }, { page: 1 }, version);

      const current = await bed.beginSlice(runId);
      expect(current.epoch).toBe(late.epoch + 1);
      expect(current.checkpoint).toEqual({ page: 1 });
      await expect(
        checkpoints.save({ syncId: bed.syncId, fence: late }, { page: 9 }, version + 1),
      ).rejects.toMatchObject({
        code: 'run_superseded',
        status: 409,
      });
      await expect(checkpoints.clear({ syncId: bed.syncId, fence: late })).rejects.toMatchObject({
        code: 'run_superseded',
      });
      expect(await bed.services.slices.settle(late, { outcome: 'completed' })).toEqual({ outcome: 'superseded' });

      expect(await checkpoints.save({ syncId: bed.syncId, fence: current }, { page: 2 }, version + 1)).toBe(
        version + 2,
      );
      expect(await checkpoints.get({ syncId: bed.syncId, fence: current })).toEqual({
        checkpoint: { page: 2 },
        version: version + 2,
      });
      expect(await bed.services.slices.settle(current, { outcome: 'sliced' })).toEqual({
        outcome: 'sliced',
        progressed: true,
      });
    });

    it('cannot save once the run has ended', async () => {
      const runId = await bed.openRun();
      const slice = await bed.beginSlice(runId);
      await bed.services.endings.finish({ runId, status: 'STOPPED', reason: 'cancelled' });
      await expect(new SyncCheckpoints(bed.database).clear({ syncId: bed.syncId, fence: slice })).rejects.toMatchObject(
        {
          code: 'run_superseded',
        },
      );
      expect(await bed.services.slices.begin(runId, sliceExecution())).toEqual({
        begun: false,
        outcome: { outcome: 'superseded' },
      });
    });
  });

  it('refuse a checkpoint over a version that the function does not know', async () => {
    const slice = await bed.beginSlice(await bed.openRun());
    const checkpoints = new SyncCheckpoints(bed.database);
    await checkpoints.save({ syncId: bed.syncId, fence: slice }, { page: 1 }, 0);
    await expect(checkpoints.save({ syncId: bed.syncId, fence: slice }, { page: 2 }, 0)).rejects.toMatchObject({
      code: 'checkpoint_conflict',
      status: 409,
    });
  });

  it('keep why a slice failed in their row, and say no more than its class', async () => {
    const slice = await bed.beginSlice(await bed.openRun());
    const outcome = await bed.services.slices.settle(slice, {
      outcome: 'failed',
      error: { type: 'throttled', name: 'Error', message: 'slow down', retryAfterMs: 900 },
    });
    expect(outcome).toEqual({ outcome: 'failed', errorClass: 'throttled', progressed: false, retryAfterMs: 900 });
    expect(await bed.runRow(slice.runId)).toMatchObject({
      reason: 'throttled',
      error: { type: 'throttled', message: 'slow down' },
      owner_id: null,
    });
  });

  it('end also when what a function threw is no text that PostgreSQL takes', async () => {
    const slice = await bed.beginSlice(await bed.openRun());
    const outcome = await bed.services.slices.settle(slice, {
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
    expect(await bed.runRow(slice.runId)).toMatchObject({
      error: { name: 'Err\ufffdor', message: 'bad \ufffd \ufffd' },
    });
  });

  it('do not execute a slice again that had ended when its worker died', async () => {
    const runId = await bed.openRun();
    const asked = sliceExecution();
    const first = await bed.services.slices.begin(runId, asked);
    if (!first.begun) throw new Error('not begun');
    await bed.services.slices.settle(first.start, { outcome: 'completed' });
    expect(await bed.services.slices.begin(runId, { ...asked, ownerId: randomUUID() })).toEqual({
      begun: false,
      outcome: { outcome: 'completed' },
    });
  });

  it('execute a slice again that was broken off', async () => {
    const runId = await bed.openRun();
    const asked = sliceExecution();
    const first = await bed.services.slices.begin(runId, asked);
    if (!first.begun) throw new Error('not begun');
    await bed.services.slices.abandon(first.start);
    expect(await bed.services.slices.begin(runId, asked)).toMatchObject({ begun: true, start: { epoch: 2 } });
  });

  it('wait for a slot of their integration', async () => {
    await publishSync(bed.database, bed.fixture, 'other');
    await bed.createSyncs();
    const first = await bed.beginSlice(await bed.openRun());
    const second = await bed.openRun(await bed.syncIdOf('other'));
    expect(await bed.services.slices.begin(second, sliceExecution())).toMatchObject({
      begun: false,
      outcome: { outcome: 'no-slot' },
    });
    await bed.services.slices.settle(first, { outcome: 'sliced' });
    expect(await bed.services.slices.begin(second, sliceExecution())).toMatchObject({ begun: true });
  });

  it('are found when the worker of their slice is dead, and not while it lives', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    await new WorkerProcessRepository(bed.database).beat(alive);
    const orphan = await bed.beginSlice(await bed.openRun(), dead);
    const slices = new SyncSliceRepository(bed.database);
    expect((await slices.findOrphaned(10_000, 100)).map(({ runId }) => runId)).toContain(orphan.runId);
    await slices.release({ runId: orphan.runId, ownerId: dead });
    await bed.beginSlice(orphan.runId, alive);
    expect((await slices.findOrphaned(10_000, 100)).map(({ runId }) => runId)).not.toContain(orphan.runId);
  });

  it('end with their sync when its connection is deleted', async () => {
    const runId = await bed.openRun();
    await bed.database.transaction((tx) => bed.services.instances.removeForConnection(tx, bed.fixture.connectionId));
    expect(await bed.runRow(runId)).toMatchObject({ status: 'STOPPED', reason: 'connection_deleted' });
    expect(await bed.services.runs().start(bed.claim())).toEqual({ started: false, reason: 'deleted' });
  });

  it('do not open while their sync is being deleted', async () => {
    const deleted = Promise.withResolvers<void>();
    const marked = Promise.withResolvers<void>();
    const deletion = bed.database.transaction(async (tx) => {
      await bed.services.instances.removeForConnection(tx, bed.fixture.connectionId);
      marked.resolve();
      await deleted.promise;
    });
    await marked.promise;
    const start = bed.services.runs().start(bed.claim());
    await waitFor('the run to wait for the deletion', 10_000, async () => (await bed.waitingForLocks()) === 1);
    deleted.resolve();
    await deletion;
    expect(await start).toMatchObject({ started: false });
    expect((await bed.database.query('SELECT 1 FROM sync_runs WHERE sync_id = $1', [bed.syncId])).rowCount).toBe(0);
  });

  it('end when their workflow is gone, also when a worker that lives could not say that it left them', async () => {
    const ownerId = randomUUID();
    await new WorkerProcessRepository(bed.database).beat(ownerId);
    const { runId } = await bed.beginSlice(await bed.openRun(), ownerId);
    const isGone = (workflowId: string): boolean => workflowId !== `sync-${bed.syncId}`;
    await bed.services.runs(isGone).endLost(0, 1_000);
    expect(await bed.runRow(runId)).toMatchObject({ status: 'RUNNING' });
    await bed.database.query(`UPDATE sync_runs SET started_at = now() - interval '61 minutes' WHERE id = $1`, [runId]);
    await bed.services.runs(isGone).endLost(0, 1_000);
    expect(await bed.runRow(runId)).toMatchObject({ status: 'ERROR', reason: 'lost', owner_id: null });
  });
});
