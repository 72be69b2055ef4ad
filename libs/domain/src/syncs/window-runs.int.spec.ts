import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { SyncBed } from '../testing/sync-bed.js';
import { SyncCheckpoints, type CheckpointAttempt } from './sync-checkpoints.service.js';

const FROM = '2026-01-01T00:00:00.000Z';

describe('runs over a window', () => {
  const bed = SyncBed.use();

  beforeEach(async () => {
    await bed.database.query(
      `UPDATE syncs SET checkpoint = '{"page": 9}', last_sync_date = '2026-06-01T00:00:00Z' WHERE id = $1`,
      [bed.syncId],
    );
  });

  const request = (): Promise<string> =>
    bed.services.windows.request(bed.fixture.environmentId, {
      provider_config_key: 'api',
      connection_id: 'customer-1',
      sync: { name: 'items', variant: 'base' },
      from: FROM,
      checkpoint: { page: 1 },
    });
  const startWindow = async (runId: string, temporalRunId?: string, isOpen = true) =>
    await bed.services.turns(() => isOpen).start({ ...bed.claim(temporalRunId), windowRunId: runId });
  const syncRow = async () =>
    (
      await bed.database.query('SELECT checkpoint, checkpoint_version, last_sync_date FROM syncs WHERE id = $1', [
        bed.syncId,
      ])
    ).rows[0];
  const statusOf = async (runId: string) => (await bed.runRow(runId))?.['status'];

  it('begin at their own date and checkpoint and leave those of the sync alone', async () => {
    const before = await syncRow();
    const runId = await request();
    expect(await startWindow(runId)).toMatchObject({ started: true, runId });
    const start = await bed.beginSlice(runId);
    expect(start).toMatchObject({
      checkpoint: { page: 1 },
      lastSyncDate: new Date(FROM),
      window: { from: FROM, to: null },
    });

    const checkpoints = new SyncCheckpoints(bed.database);
    const attempt: CheckpointAttempt = { syncId: bed.syncId, fence: { runId, epoch: start.epoch }, isWindow: true };
    const { checkpoint, version } = await checkpoints.get(attempt);
    expect(checkpoint).toEqual({ page: 1 });
    await checkpoints.save(attempt, { page: 2 }, version);
    await expect(checkpoints.save(attempt, { page: 3 }, version)).rejects.toMatchObject({
      code: 'checkpoint_conflict',
    });
    await expect(
      checkpoints.save({ ...attempt, fence: { runId, epoch: start.epoch - 1 } }, { page: 3 }, version + 1),
    ).rejects.toMatchObject({ code: 'run_superseded' });
    expect(await bed.services.slices.settle(start, { outcome: 'sliced' })).toEqual({
      outcome: 'sliced',
      progressed: true,
    });
    expect((await bed.beginSlice(runId)).checkpoint).toEqual({ page: 2 });
    await checkpoints.clear({ ...attempt, fence: { runId, epoch: start.epoch + 1 } });

    await bed.services.endings.finish({ runId, status: 'SUCCESS' });
    expect(await syncRow()).toEqual(before);
  });

  it('wait for their turn, and others wait for them', async () => {
    const other = await bed.services.runs().start(bed.claim());
    const runId = await request();
    expect(await startWindow(runId)).toMatchObject({ started: false, retryAfterMs: expect.any(Number) });
    if (other.started) await bed.services.endings.finish({ runId: other.runId, status: 'SUCCESS' });
    const temporalRunId = randomUUID();
    const started = await startWindow(runId, temporalRunId);
    expect(started).toMatchObject({ started: true, runId });
    expect(await startWindow(runId, temporalRunId)).toEqual(started);
    expect(await bed.services.runs().start(bed.claim())).toEqual({ started: false, reason: 'already_running' });
    const next = await request();
    expect(await startWindow(next)).toMatchObject({ started: false, reason: 'already_running' });
    expect(await startWindow(next, undefined, false)).toMatchObject({ started: true, runId: next });
    expect(await statusOf(runId)).toBe('ERROR');
  });

  it('run although their sync is paused, and not once its function is disabled', async () => {
    await bed.database.query('UPDATE syncs SET paused = true, pending_trigger = NULL WHERE id = $1', [bed.syncId]);
    const [first, second] = [await request(), await request()];
    expect(await startWindow(first)).toMatchObject({ started: true });
    await bed.services.endings.finish({ runId: first, status: 'SUCCESS' });
    await bed.database.query('UPDATE functions SET enabled = false WHERE id = $1', [bed.fixture.functionId]);
    expect(await startWindow(second)).toEqual({ started: false, reason: 'disabled' });
    expect(await statusOf(second)).toBe('STOPPED');
    await expect(request()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('end when their sync is deleted, also before they begin', async () => {
    const runId = await request();
    await bed.database.transaction((tx) => bed.services.instances.removeForConnection(tx, bed.fixture.connectionId));
    expect(await statusOf(runId)).toBe('STOPPED');
    expect(await startWindow(runId)).toEqual({ started: false, reason: 'deleted' });
  });

  it('are given up when their workflow is gone before they began, but not before it could start', async () => {
    const runId = await request();
    await bed.database.query(`UPDATE sync_runs SET started_at = now() - interval '1 hour' WHERE id = $1`, [runId]);
    expect(await bed.services.runs(() => false).endLost(60_000, 100)).toBe(0);
    await bed.database.query('TRUNCATE temporal_commands');
    expect(await bed.services.runs(() => true).endLost(60_000, 100)).toBe(0);
    expect(await bed.services.runs(() => false).endLost(60_000, 100)).toBe(1);
    expect(await statusOf(runId)).toBe('ERROR');
  });
});
