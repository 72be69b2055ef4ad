import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { createSyncFixture, type SyncFixture } from '../testing/sync-fixture.js';
import { SyncServices } from '../testing/sync-services.js';
import { SyncCheckpoints, type CheckpointAttempt } from './sync-checkpoints.service.js';

const FROM = '2026-01-01T00:00:00.000Z';

describe('runs over a window', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let services: SyncServices;
  let fixture: SyncFixture;
  let syncId: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
    services = new SyncServices(database);
  });

  afterAll(async () => {
    await services.close();
    await database.close();
    await testDatabase.drop();
  });

  beforeEach(async () => {
    fixture = await createSyncFixture(database);
    await database.transaction((tx) => services.instances.createForConnection(tx, fixture));
    const { rows } = await database.query<{ id: string }>(
      `UPDATE syncs SET checkpoint = '{"page": 9}', last_sync_date = '2026-06-01T00:00:00Z' WHERE connection_id = $1 RETURNING id`,
      [fixture.connectionId],
    );
    syncId = rows[0]?.id ?? '';
  });

  const request = (): Promise<string> =>
    services.windows.request(fixture.environmentId, {
      provider_config_key: 'api',
      connection_id: 'customer-1',
      sync: { name: 'items', variant: 'base' },
      from: FROM,
      checkpoint: { page: 1 },
    });
  const claim = (temporalRunId: string = randomUUID()) => ({ syncId, workflowId: `sync-${syncId}`, temporalRunId });
  const startWindow = async (runId: string, temporalRunId?: string, isOpen = true) =>
    await services.turns(() => isOpen).start({ ...claim(temporalRunId), windowRunId: runId });
  const begin = async (runId: string) => {
    const execution = { ownerId: randomUUID(), sliceRunId: 'execution', activityId: randomUUID() };
    const beginning = await services.slices.begin(runId, execution);
    if (!beginning.begun) throw new Error(beginning.outcome.outcome);
    return beginning.start;
  };
  const syncRow = async () =>
    (await database.query('SELECT checkpoint, checkpoint_version, last_sync_date FROM syncs WHERE id = $1', [syncId]))
      .rows[0];
  const statusOf = async (runId: string) =>
    (await database.query<{ status: string }>('SELECT status FROM sync_runs WHERE id = $1', [runId])).rows[0]?.status;

  it('begin at their own date and checkpoint and leave those of the sync alone', async () => {
    const before = await syncRow();
    const runId = await request();
    expect(await startWindow(runId)).toMatchObject({ started: true, runId });
    const start = await begin(runId);
    expect(start).toMatchObject({
      checkpoint: { page: 1 },
      lastSyncDate: new Date(FROM),
      window: { from: FROM, to: null },
    });

    const checkpoints = new SyncCheckpoints(database);
    const attempt: CheckpointAttempt = { syncId, fence: { runId, epoch: start.epoch }, isWindow: true };
    const { checkpoint, version } = await checkpoints.get(attempt);
    expect(checkpoint).toEqual({ page: 1 });
    await checkpoints.save(attempt, { page: 2 }, version);
    await expect(checkpoints.save(attempt, { page: 3 }, version)).rejects.toMatchObject({
      code: 'checkpoint_conflict',
    });
    await expect(
      checkpoints.save({ ...attempt, fence: { runId, epoch: start.epoch - 1 } }, { page: 3 }, version + 1),
    ).rejects.toMatchObject({ code: 'run_superseded' });
    expect(await services.slices.settle(start, { outcome: 'sliced' })).toEqual({ outcome: 'sliced', progressed: true });
    expect((await begin(runId)).checkpoint).toEqual({ page: 2 });
    await checkpoints.clear({ ...attempt, fence: { runId, epoch: start.epoch + 1 } });

    await services.endings.finish({ runId, status: 'SUCCESS' });
    expect(await syncRow()).toEqual(before);
  });

  it('wait for their turn, and others wait for them', async () => {
    const other = await services.runs().start(claim());
    const runId = await request();
    expect(await startWindow(runId)).toMatchObject({ started: false, retryAfterMs: expect.any(Number) });
    if (other.started) await services.endings.finish({ runId: other.runId, status: 'SUCCESS' });
    const temporalRunId = randomUUID();
    const started = await startWindow(runId, temporalRunId);
    expect(started).toMatchObject({ started: true, runId });
    expect(await startWindow(runId, temporalRunId)).toEqual(started);
    expect(await services.runs().start(claim())).toEqual({ started: false, reason: 'already_running' });
    const next = await request();
    expect(await startWindow(next)).toMatchObject({ started: false, reason: 'already_running' });
    expect(await startWindow(next, undefined, false)).toMatchObject({ started: true, runId: next });
    expect(await statusOf(runId)).toBe('ERROR');
  });

  it('run although their sync is paused, and not once its function is disabled', async () => {
    await database.query('UPDATE syncs SET paused = true, pending_trigger = NULL WHERE id = $1', [syncId]);
    const [first, second] = [await request(), await request()];
    expect(await startWindow(first)).toMatchObject({ started: true });
    await services.endings.finish({ runId: first, status: 'SUCCESS' });
    await database.query('UPDATE functions SET enabled = false WHERE id = $1', [fixture.functionId]);
    expect(await startWindow(second)).toEqual({ started: false, reason: 'disabled' });
    expect(await statusOf(second)).toBe('STOPPED');
    await expect(request()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('end when their sync is deleted, also before they begin', async () => {
    const runId = await request();
    await database.transaction((tx) => services.instances.removeForConnection(tx, fixture.connectionId));
    expect(await statusOf(runId)).toBe('STOPPED');
    expect(await startWindow(runId)).toEqual({ started: false, reason: 'deleted' });
  });

  it('are given up when their workflow is gone before they began, but not before it could start', async () => {
    const runId = await request();
    await database.query(`UPDATE sync_runs SET started_at = now() - interval '1 hour' WHERE id = $1`, [runId]);
    expect(await services.runs(() => false).endLost(60_000, 100)).toBe(0);
    await database.query('TRUNCATE temporal_commands');
    expect(await services.runs(() => true).endLost(60_000, 100)).toBe(0);
    expect(await services.runs(() => false).endLost(60_000, 100)).toBe(1);
    expect(await statusOf(runId)).toBe('ERROR');
  });
});
