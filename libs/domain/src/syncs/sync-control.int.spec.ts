import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { DeletionTracking } from '../records/deletion-tracking.service.js';
import { RecordEmptier } from '../records/record-emptier.service.js';
import { createSyncFixture, type SyncFixture } from '../testing/sync-fixture.js';
import { SyncServices } from '../testing/sync-services.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';
import { SyncControl } from './sync-control.service.js';
import { SyncTargets } from './sync-targets.service.js';

describe('a reset that empties the cache', () => {
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
    const { rows } = await database.query<{ id: string }>('SELECT id FROM syncs WHERE connection_id = $1', [
      fixture.connectionId,
    ]);
    syncId = rows[0]?.id ?? '';
  });

  /** Opens a run that saves a checkpoint at once. */
  const runOnce = async (): Promise<string> => {
    const start = await services.runs().start({ syncId, workflowId: `sync-${syncId}`, temporalRunId: randomUUID() });
    if (!start.started) throw new Error(start.reason);
    const execution = { ownerId: randomUUID(), sliceRunId: 'execution', activityId: randomUUID() };
    const beginning = await services.slices.begin(start.runId, execution);
    if (!beginning.begun) throw new Error(beginning.outcome.outcome);
    const { runId, epoch } = beginning.start;
    const checkpoints = new SyncCheckpoints(database);
    const { version } = await checkpoints.get({ syncId, fence: { runId, epoch } });
    await checkpoints.save({ syncId, fence: { runId, epoch } }, { page: 1 }, version);
    return runId;
  };

  it('also stops a run that began while the cache was emptied, and begins from nothing', async () => {
    const before = await runOnce();
    const runs = [before];
    const emptier = new RecordEmptier(database);
    emptier.empty = async () => void runs.push(await runOnce());
    const targets = new SyncTargets(database, new ConnectionLookup(database));
    const control = new SyncControl(database, targets, services.outbox, emptier, new DeletionTracking(database));
    await control.trigger({ environmentId: fixture.environmentId, providerConfigKey: 'api' }, [], {
      reset: true,
      emptyCache: true,
    });
    const { rows } = await database.query('SELECT status, reason FROM sync_runs WHERE id = ANY($1)', [runs]);
    expect(rows).toEqual(Array(2).fill({ status: 'STOPPED', reason: 'cancelled' }));
    const sync = await database.query('SELECT checkpoint, pending_trigger FROM syncs WHERE id = $1', [syncId]);
    expect(sync.rows).toEqual([{ checkpoint: null, pending_trigger: 'reset' }]);
  });
});
