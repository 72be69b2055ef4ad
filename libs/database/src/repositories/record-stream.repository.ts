import type { Queryable, Transaction } from '../database.js';
import { STREAMS_OF_SYNCS } from './record-statements.js';

/** Which change stream: one model of one connection, in one variant. */
export interface RecordStreamKey {
  readonly environmentId: number;
  /** Internal id of the connection. */
  readonly connectionId: number;
  readonly model: string;
  readonly variant: string;
}

export interface RecordStreamRow {
  id: number;
  /** Deletions are being tracked. */
  isTracked: boolean;
  /** Deletions that wait for a word; null when none do. */
  heldDeletions: number | null;
  /** Every record up to this number has no payload any more. */
  prunedToSeq: string;
  /** Every record up to this number was removed when the cache was emptied; null when none of them still stands. */
  emptiedToSeq: string | null;
}

/** How many records of a stream are not deleted. */
export interface LiveCount extends Omit<RecordStreamKey, 'environmentId'> {
  readonly count: number;
  /** Deletions that wait for a word; null when none do. */
  readonly heldDeletions: number | null;
}

/** Streams: found by key, made on first use, locked by whoever writes. */
export class RecordStreamRepository {
  async find(database: Queryable, key: RecordStreamKey): Promise<RecordStreamRow | undefined> {
    const { rows } = await database.query<RecordStreamRow>(
      `SELECT id, tracked_from_seq IS NOT NULL AS "isTracked", held_deletions AS "heldDeletions", pruned_to_seq AS "prunedToSeq",
              emptied_to_seq AS "emptiedToSeq"
         FROM record_streams WHERE connection_id = $1 AND model = $2 AND variant = $3`,
      [key.connectionId, key.model, key.variant],
    );
    return rows[0];
  }

  async create(database: Queryable, key: RecordStreamKey): Promise<void> {
    await database.query(
      `INSERT INTO record_streams (environment_id, connection_id, model, variant) VALUES ($1, $2, $3, $4)
       ON CONFLICT (connection_id, model, variant) DO NOTHING`,
      [key.environmentId, key.connectionId, key.model, key.variant],
    );
  }

  /** Waits for other writers of the stream, so that number order is commit order. */
  async lock(tx: Transaction, streamId: number): Promise<void> {
    await tx.query('SELECT 1 FROM record_streams WHERE id = $1 FOR UPDATE', [streamId]);
  }

  /**
   * Waits for all writers of the streams of these syncs. Whoever stops runs does this first, because a writer locks its stream
   * before its run.
   */
  async lockOfSyncs(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await tx.query(`SELECT 1 FROM record_streams s WHERE id IN (${STREAMS_OF_SYNCS}) ORDER BY id FOR UPDATE`, [
      syncIds,
    ]);
  }

  /** The last number that was given out. */
  async lastSeq(database: Queryable, streamId: number): Promise<string> {
    const { rows } = await database.query<{ lastSeq: string }>(
      'SELECT last_seq AS "lastSeq" FROM record_streams WHERE id = $1',
      [streamId],
    );
    return rows[0]?.lastSeq ?? '0';
  }

  /** Records that are not deleted, per connection, model and variant. */
  async liveCounts(database: Queryable, connectionIds: readonly number[]): Promise<LiveCount[]> {
    const { rows } = await database.query<LiveCount>(
      `SELECT connection_id AS "connectionId", model, variant, live_count::float8 AS count, held_deletions AS "heldDeletions"
         FROM record_streams WHERE connection_id = ANY($1)`,
      [connectionIds],
    );
    return rows;
  }
}
