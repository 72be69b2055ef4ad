import type { Queryable, Transaction } from '../database.js';
import type { WriteCounts } from './record-write.repository.js';

/** An attempt that may write. A newer one of the same run has a higher epoch. */
export interface RunFence {
  /** What runs: a slice of a sync's run unless it says otherwise. */
  readonly of?: 'slice' | 'webhook';
  readonly runId: string;
  readonly epoch: number;
}

/** Where a run's row is, and what makes an attempt the current one: `$1` is the run, `$2` the epoch. */
const ROWS = {
  slice: { table: 'sync_runs', isCurrent: `id = $1 AND epoch = $2 AND status = 'RUNNING'` },
  webhook: { table: 'webhook_runs', isCurrent: `id = $1 AND claims = $2 AND status = 'running'` },
} as const;

/** Compares an attempt with the run's row, so that one that was given up cannot write (rule 4). */
export class RunFenceRepository {
  async isCurrent(database: Queryable, { of = 'slice', runId, epoch }: RunFence): Promise<boolean> {
    const { table, isCurrent } = ROWS[of];
    const { rowCount } = await database.lookUp(`SELECT 1 FROM ${table} WHERE ${isCurrent}`, [runId, epoch]);
    return rowCount === 1;
  }

  /** Adds to the run's counts of a model; false, and nothing is added, when the attempt is not the current one. */
  async addResults(
    tx: Transaction,
    { of = 'slice', runId, epoch }: RunFence,
    model: string,
    counts: WriteCounts,
  ): Promise<boolean> {
    const { table, isCurrent } = ROWS[of];
    const { rowCount } = await tx.query(
      `UPDATE ${table}
          SET results = jsonb_set(results, ARRAY[$3], jsonb_build_object(
                'added', coalesce((results #>> ARRAY[$3, 'added'])::int, 0) + $4,
                'updated', coalesce((results #>> ARRAY[$3, 'updated'])::int, 0) + $5,
                'deleted', coalesce((results #>> ARRAY[$3, 'deleted'])::int, 0) + $6))
        WHERE ${isCurrent}`,
      [runId, epoch, model, counts.added, counts.updated, counts.deleted],
    );
    return rowCount === 1;
  }
}
