import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@svc/testing';
import { SyncBed } from '../testing/sync-bed.js';
import { parseRecordLines } from './record-lines.js';
import { RecordRetention } from './record-retention.service.js';
import { RecordWriter } from './record-writer.service.js';

describe('a cache whose sync has not run for long', () => {
  const bed = SyncBed.use({ RECORD_RETENTION_DAYS: '9' });

  const retention = () => new RecordRetention(bed.database, bed.services.config);
  const save = (id: string) => {
    const { environmentId, connectionId } = bed.fixture;
    const key = { environmentId, connectionId, model: 'Item', variant: 'base' };
    return new RecordWriter(bed.database).save(key, parseRecordLines(JSON.stringify({ id })));
  };
  const liveCount = async () => {
    const { rows } = await bed.database.query<{ count: number }>(
      'SELECT live_count::int AS count FROM record_streams WHERE connection_id = $1',
      [bed.fixture.connectionId],
    );
    return rows[0]?.count;
  };

  beforeEach(async () => {
    await save('r1');
    await bed.database.query(
      `UPDATE record_streams SET last_written_at = now() - interval '10 days' WHERE connection_id = $1`,
      [bed.fixture.connectionId],
    );
    await bed.database.query(
      `UPDATE syncs SET checkpoint = '{"page": 3}', checkpoint_version = 3, last_sync_date = now() - interval '10 days', paused = true WHERE id = $1`,
      [bed.syncId],
    );
  });

  it('is emptied, and its sync begins from nothing, so that the cache fills again', async () => {
    await retention().emptyAbandoned();
    expect(await liveCount()).toBe(0);
    expect(await bed.syncRow()).toMatchObject({
      checkpoint: null,
      checkpoint_version: 4,
      last_sync_date: null,
      paused: true,
    });
  });

  it('stays while a run goes on, however long ago it began', async () => {
    const runId = await bed.openRun();
    await bed.database.query(`UPDATE sync_runs SET started_at = now() - interval '10 days' WHERE id = $1`, [runId]);
    await retention().emptyAbandoned();
    expect(await liveCount()).toBe(1);
    expect(await bed.syncRow()).toMatchObject({ checkpoint: { page: 3 } });
  });

  it('stays when it is written while it is about to be emptied', async () => {
    const written = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const writing = bed.database.transaction(async (tx) => {
      await tx.query('UPDATE record_streams SET last_written_at = now() WHERE connection_id = $1', [
        bed.fixture.connectionId,
      ]);
      written.resolve();
      await committed.promise;
    });
    await written.promise;
    const emptying = retention().emptyAbandoned();
    await waitFor('the retention to wait for the writer', 10_000, async () => (await bed.waitingForLocks()) === 1);
    committed.resolve();
    await Promise.all([writing, emptying]);
    expect(await liveCount()).toBe(1);
    expect(await bed.syncRow()).toMatchObject({ checkpoint: { page: 3 } });
  });
});
