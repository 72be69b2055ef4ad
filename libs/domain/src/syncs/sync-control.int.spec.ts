import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordStreamKey } from '@svc/database';
import { waitFor } from '@svc/testing';
import { parseRecordLines } from '../records/record-lines.js';
import { RecordWriter } from '../records/record-writer.service.js';
import { SyncBed } from '../testing/sync-bed.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';

const RECORDS = parseRecordLines('{"id":"r1"}\n{"id":"r2"}');

describe('a reset that empties the cache', () => {
  const bed = SyncBed.use();
  let writer: RecordWriter;
  let key: RecordStreamKey;

  beforeEach(() => {
    writer = new RecordWriter(bed.database);
    key = { ...bed.fixture, model: 'Item', variant: 'base' };
  });

  const reset = () =>
    bed.services.control.trigger({ environmentId: bed.fixture.environmentId, providerConfigKey: 'api' }, [], {
      reset: true,
      emptyCache: true,
    });
  const liveCount = async () =>
    (
      await bed.database.query('SELECT live_count::int FROM record_streams WHERE connection_id = $1', [
        key.connectionId,
      ])
    ).rows;

  it('stops what runs, empties and asks for a run in one step', async () => {
    const fence = await bed.beginSlice(await bed.openRun());
    const checkpoints = new SyncCheckpoints(bed.database);
    const { version } = await checkpoints.get({ syncId: bed.syncId, fence });
    await checkpoints.save({ syncId: bed.syncId, fence }, { page: 1 }, version);
    await writer.save(key, RECORDS, { fence });
    await reset();
    expect(await bed.runRow(fence.runId)).toMatchObject({ status: 'STOPPED', reason: 'cancelled' });
    expect(await bed.syncRow()).toMatchObject({ checkpoint: null, pending_trigger: 'reset' });
    expect(await liveCount()).toEqual([{ live_count: 0 }]);
    await expect(writer.save(key, RECORDS, { fence })).rejects.toMatchObject({ code: 'run_superseded' });
    const next = await bed.beginSlice(await bed.openRun());
    expect(await writer.save(key, RECORDS, { fence: next })).toMatchObject({ added: 2, unchanged: 0 });
  });

  it('waits for what a run is saving, which does not wait for it', async () => {
    const { runId } = await bed.beginSlice(await bed.openRun());
    await writer.save(key, RECORDS);
    const { waiting } = await bed.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM record_streams WHERE connection_id = $1 FOR UPDATE', [key.connectionId]);
      const resetting = reset();
      await waitFor('the reset to wait', 10_000, async () => (await bed.waitingForLocks()) === 1);
      // A writer comes to its run after its stream.
      await tx.query(`UPDATE sync_runs SET results = '{}' WHERE id = $1`, [runId]);
      return { waiting: resetting };
    });
    await waiting;
    expect(await bed.runRow(runId)).toMatchObject({ status: 'STOPPED' });
  });
});
