import type { Queryable, Transaction } from '../database.js';
import type { WriteCounts } from './write-counts.js';

/** An attempt that may write. A newer one of the same run has a higher epoch. */
export interface RunFence {
  /** What runs: a slice of a sync's run unless it says otherwise. */
  readonly of?: 'slice' | 'webhook';
  readonly runId: string;
  readonly epoch: number;
}

/** Where a run's row is, and what makes an attempt the current one. */
const ROWS = {
  slice: { table: 'sync_runs', epoch: 'epoch', running: 'RUNNING' },
  webhook: { table: 'webhook_runs', epoch: 'claims', running: 'running' },
} as const;

const isCurrent = ({ of = 'slice' }: RunFence, runId: string, epoch: string): string =>
  `id = ${runId} AND ${ROWS[of].epoch} = ${epoch} AND status = '${ROWS[of].running}'`;

/** `results` with more of a model. All are SQL. */
const resultsWith = (model: string, counts: Readonly<Record<keyof WriteCounts, string>>): string => {
  const sums = Object.entries(counts).map(
    ([name, more]) => `'${name}', coalesce((results #>> ARRAY[${model}, '${name}'])::int, 0) + ${more}`,
  );
  return `jsonb_set(results, ARRAY[${model}], jsonb_build_object(${sums.join(', ')}))`;
};

/**
 * Parts of a statement that writes only for the current attempt, whose run is `$5`, epoch `$6` and model `$7`: `run` locks the run's
 * row, if it is current, once `locked` has its lock; `counted` adds what `advanced` tells to its results.
 */
export const fencedWrite = (fence: RunFence): { readonly run: string; readonly counted: string } => {
  const { table } = ROWS[fence.of ?? 'slice'];
  const counts = { added: 't.added', updated: 't.total - t.added', deleted: '0' };
  return {
    run: `SELECT f.id FROM ${table} f CROSS JOIN locked WHERE f.${isCurrent(fence, '$5', '$6')} FOR NO KEY UPDATE OF f`,
    counted: `UPDATE ${table} SET results = ${resultsWith('$7', counts)} FROM advanced t WHERE id = $5`,
  };
};

/** Compares an attempt with the run's row, so that one that was given up cannot write (rule 4). */
export class RunFenceRepository {
  async isCurrent(database: Queryable, fence: RunFence): Promise<boolean> {
    const { rowCount } = await database.lookUp(
      `SELECT 1 FROM ${ROWS[fence.of ?? 'slice'].table} WHERE ${isCurrent(fence, '$1', '$2')}`,
      [fence.runId, fence.epoch],
    );
    return rowCount === 1;
  }

  /** Adds to the run's counts of a model; false, and nothing is added, when the attempt is not the current one. */
  async addResults(tx: Transaction, fence: RunFence, model: string, counts: WriteCounts): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE ${ROWS[fence.of ?? 'slice'].table}
          SET results = ${resultsWith('$3', { added: '$4', updated: '$5', deleted: '$6' })}
        WHERE ${isCurrent(fence, '$1', '$2')}`,
      [fence.runId, fence.epoch, model, counts.added, counts.updated, counts.deleted],
    );
    return rowCount === 1;
  }
}
