import { describe, expect, it } from '@jest/globals';
import { SyncRunRepository, type Queryable } from '@svc/database';
import { randomUUID } from 'node:crypto';
import { SyncBed } from '../testing/sync-bed.js';

const ENDED_RUNS = 10_000;

describe('among many runs that have ended', () => {
  const bed = SyncBed.use();

  const addHistory = async (): Promise<void> => {
    await bed.database.query(
      `INSERT INTO sync_runs (sync_id, function_version_id, status, workflow_id, temporal_run_id, operation_id, started_at, finished_at)
       SELECT $1, $2, 'SUCCESS', 'workflow', gen_random_uuid(), gen_random_uuid(), at, at + interval '2 seconds'
         FROM generate_series(1, $3::int) AS n, LATERAL (SELECT now() - n * interval '30 seconds' AS at) times`,
      [bed.syncId, bed.fixture.versionId, ENDED_RUNS],
    );
    await bed.openRun();
    await bed.database.query('ANALYZE sync_runs');
  };

  /** How PostgreSQL would carry out what `call` asks for. */
  const planOf = async (call: (runs: SyncRunRepository, tx: Queryable) => Promise<unknown>): Promise<string> => {
    const plan: string[] = [];
    const query: Queryable['query'] = async (sql, values) => {
      const { rows } = await bed.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
      plan.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [], rowCount: 0 };
    };
    const explained: Queryable = { manager: bed.database.manager, query, lookUp: query };
    await call(new SyncRunRepository(explained), explained);
    return plan.join('\n');
  };

  it('those that go on, and that of an execution, are found without reading the others', async () => {
    await addHistory();
    const plans = await Promise.all([
      planOf((runs) => runs.findIdle(60_000, 100)),
      planOf((runs, tx) => runs.stopOpen([bed.syncId], 'cancelled', tx)),
      planOf((runs, tx) => runs.countQueued(bed.syncId, tx)),
    ]);
    for (const plan of plans)
      expect(plan).toMatch(/using sync_runs_open on sync_runs|Bitmap Index Scan on sync_runs_open/i);
    expect(await planOf((runs) => runs.findByExecution(bed.syncId, randomUUID()))).toMatch(/Index Cond: \(id = /);
  });
});
