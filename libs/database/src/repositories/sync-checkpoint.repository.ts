import type { Checkpoint } from '@svc/contracts';
import type { Queryable } from '../database.js';
import type { RunFence } from './run-fence.repository.js';

export interface CheckpointRow {
  readonly checkpoint: Checkpoint | null;
  readonly version: number;
}

export interface CheckpointChange {
  readonly syncId: string;
  readonly fence: RunFence;
  /** Null clears it. */
  readonly checkpoint: Checkpoint | null;
  /** Version that the run knows; undefined changes it whatever it is. */
  readonly version: number | undefined;
}

export interface CheckpointOutcome {
  /** False when a newer attempt owns the run. */
  readonly current: boolean;
  /** The new version; null when the store had another one than expected. */
  readonly version: number | null;
}

/** Checkpoints of syncs. They move only for the attempt that owns the run. */
export class SyncCheckpointRepository {
  constructor(private readonly database: Queryable) {}

  async find(syncId: string): Promise<CheckpointRow | undefined> {
    const { rows } = await this.database.query<CheckpointRow>(
      `SELECT checkpoint, checkpoint_version AS version FROM syncs WHERE id = $1`,
      [syncId],
    );
    return rows[0];
  }

  /** Compares attempt and version and saves, in one statement: the run's row is locked, so no newer attempt can begin between. */
  async change({ syncId, fence, checkpoint, version }: CheckpointChange): Promise<CheckpointOutcome> {
    const { rows } = await this.database.query<CheckpointOutcome>(
      `WITH fence AS (
         SELECT id FROM sync_runs WHERE id = $2 AND epoch = $3 AND status = 'RUNNING' FOR UPDATE
       ), saved AS (
         UPDATE syncs SET checkpoint = $4, checkpoint_version = checkpoint_version + 1, updated_at = now()
          WHERE id = $1 AND ($5::int IS NULL OR checkpoint_version = $5) AND EXISTS (SELECT 1 FROM fence)
          RETURNING checkpoint_version
       ), noted AS (
         UPDATE sync_runs SET checkpoint_to = $4 WHERE id = $2 AND EXISTS (SELECT 1 FROM saved)
       )
       SELECT EXISTS (SELECT 1 FROM fence) AS current, (SELECT checkpoint_version FROM saved) AS version`,
      [syncId, fence.runId, fence.epoch, checkpoint === null ? null : JSON.stringify(checkpoint), version ?? null],
    );
    return rows[0] ?? { current: false, version: null };
  }
}
