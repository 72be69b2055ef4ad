import type { Checkpoint } from '@svc/contracts';
import type { Queryable } from '../database.js';
import type { RunFence } from './run-fence.repository.js';

export interface CheckpointRow {
  readonly checkpoint: Checkpoint | null;
  readonly version: number;
}

/** A checkpoint that is kept. */
export interface SavedCheckpointRow {
  readonly version: number;
  readonly checkpoint: Record<string, unknown>;
  /** Null when it was restored. */
  readonly runId: string | null;
  readonly savedAt: Date;
}

/** Checkpoints of a sync that are kept. */
const KEPT = 20;

const SAVED = `version, checkpoint, run_id AS "runId", saved_at AS "savedAt"`;

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

  /**
   * Compares attempt and version and saves, in one statement: the run's row is locked, so no newer attempt can begin between, and
   * that of its sync before it, as everybody locks them.
   */
  async change({ syncId, fence, checkpoint, version }: CheckpointChange): Promise<CheckpointOutcome> {
    const { rows } = await this.database.query<CheckpointOutcome>(
      `WITH held AS MATERIALIZED (
         SELECT id FROM syncs WHERE id = $1 FOR NO KEY UPDATE
       ), fence AS (
         SELECT r.id FROM held JOIN sync_runs r ON r.sync_id = held.id
          WHERE r.id = $2 AND r.epoch = $3 AND r.status = 'RUNNING' FOR UPDATE OF r
       ), saved AS (
         UPDATE syncs SET checkpoint = $4, checkpoint_version = checkpoint_version + 1, updated_at = now()
          WHERE id = $1 AND ($5::int IS NULL OR checkpoint_version = $5) AND EXISTS (SELECT 1 FROM fence)
          RETURNING checkpoint_version
       ), kept AS (
         INSERT INTO sync_checkpoints (sync_id, version, checkpoint, run_id)
         SELECT $1, checkpoint_version, $4, $2 FROM saved WHERE $4::jsonb IS NOT NULL
       ), dropped AS (
         DELETE FROM sync_checkpoints k USING saved
          WHERE k.sync_id = $1 AND k.version IN (
            SELECT o.version FROM sync_checkpoints o WHERE o.sync_id = $1 ORDER BY o.version DESC OFFSET ${KEPT - 1})
       ), noted AS (
         UPDATE sync_runs SET checkpoint_to = $4 WHERE id = $2 AND EXISTS (SELECT 1 FROM saved)
       )
       SELECT EXISTS (SELECT 1 FROM fence) AS current, (SELECT checkpoint_version FROM saved) AS version`,
      [syncId, fence.runId, fence.epoch, checkpoint === null ? null : JSON.stringify(checkpoint), version ?? null],
    );
    return rows[0] ?? { current: false, version: null };
  }

  /** The own checkpoint of a run over a window. */
  async findOfWindow(runId: string): Promise<CheckpointRow | undefined> {
    const { rows } = await this.database.query<CheckpointRow>(
      `SELECT window_checkpoint AS checkpoint, window_checkpoint_version AS version FROM sync_runs WHERE id = $1`,
      [runId],
    );
    return rows[0];
  }

  /** As {@link change}, of the own checkpoint of a run over a window: that of its sync stays where it is. */
  async changeOfWindow({ fence, checkpoint, version }: Omit<CheckpointChange, 'syncId'>): Promise<CheckpointOutcome> {
    const { rows } = await this.database.query<CheckpointOutcome>(
      `WITH fence AS (
         SELECT id FROM sync_runs WHERE id = $1 AND epoch = $2 AND status = 'RUNNING' FOR UPDATE
       ), saved AS (
         UPDATE sync_runs SET window_checkpoint = $3, checkpoint_to = $3, window_checkpoint_version = window_checkpoint_version + 1
          WHERE id = (SELECT id FROM fence) AND ($4::int IS NULL OR window_checkpoint_version = $4)
          RETURNING window_checkpoint_version
       )
       SELECT EXISTS (SELECT 1 FROM fence) AS current, (SELECT window_checkpoint_version FROM saved) AS version`,
      [fence.runId, fence.epoch, checkpoint === null ? null : JSON.stringify(checkpoint), version ?? null],
    );
    return rows[0] ?? { current: false, version: null };
  }

  /** Those that are kept, latest first, before the version `before` if it is given. */
  async listSaved(
    syncId: string,
    { before, limit }: { before: string | undefined; limit: number },
  ): Promise<SavedCheckpointRow[]> {
    const { rows } = await this.database.query<SavedCheckpointRow>(
      `SELECT ${SAVED} FROM sync_checkpoints WHERE sync_id = $1 AND ($2::bigint IS NULL OR version < $2) ORDER BY version DESC LIMIT $3`,
      [syncId, before ?? null, limit],
    );
    return rows;
  }

  /** Makes a saved checkpoint the current one, as a new version. Undefined when it is not kept. */
  async restore(syncId: string, version: number, tx: Queryable): Promise<SavedCheckpointRow | undefined> {
    const { rows } = await tx.query<SavedCheckpointRow>(
      `WITH chosen AS (SELECT checkpoint FROM sync_checkpoints WHERE sync_id = $1 AND version = $2),
       restored AS (
         UPDATE syncs SET checkpoint = chosen.checkpoint, checkpoint_version = checkpoint_version + 1, updated_at = now()
           FROM chosen WHERE id = $1 RETURNING checkpoint_version, chosen.checkpoint
       )
       INSERT INTO sync_checkpoints (sync_id, version, checkpoint) SELECT $1, checkpoint_version, checkpoint FROM restored
       RETURNING ${SAVED}`,
      [syncId, version],
    );
    return rows[0];
  }
}
