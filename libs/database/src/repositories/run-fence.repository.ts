import type { Queryable, Transaction } from '../database.js';
import type { WriteCounts } from './record-write.repository.js';

/** A slice attempt of a sync run. A newer attempt has a higher epoch. */
export interface RunFence {
  readonly runId: string;
  readonly epoch: number;
}

/** Compares a slice attempt with the run's row, so that one that was given up cannot write (rule 4). */
export class RunFenceRepository {
  async isCurrent(database: Queryable, fence: RunFence): Promise<boolean> {
    const { rowCount } = await database.query(
      `SELECT 1 FROM sync_runs WHERE id = $1 AND epoch = $2 AND status = 'RUNNING'`,
      [fence.runId, fence.epoch],
    );
    return rowCount === 1;
  }

  /** Adds to the run's counts of a model; false, and nothing is added, when the attempt is not the current one. */
  async addResults(tx: Transaction, fence: RunFence, model: string, counts: WriteCounts): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE sync_runs
          SET results = jsonb_set(results, ARRAY[$3], jsonb_build_object(
                'added', coalesce((results #>> ARRAY[$3, 'added'])::int, 0) + $4,
                'updated', coalesce((results #>> ARRAY[$3, 'updated'])::int, 0) + $5,
                'deleted', coalesce((results #>> ARRAY[$3, 'deleted'])::int, 0) + $6))
        WHERE id = $1 AND epoch = $2 AND status = 'RUNNING'`,
      [fence.runId, fence.epoch, model, counts.added, counts.updated, counts.deleted],
    );
    return rowCount === 1;
  }
}
