import type { Queryable, Transaction } from '../database.js';
import { STREAMS_OF_SYNCS, SYNCS_OF_STREAM } from './record-statements.js';

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

/** The same, as callers name it. */
export interface RecordStreamNames extends Pick<RecordStreamKey, 'environmentId' | 'model' | 'variant'> {
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

const COLUMNS = `s.id, s.tracked_from_seq IS NOT NULL AS "isTracked",
              s.pruned_to_seq AS "prunedToSeq", s.emptied_to_seq AS "emptiedToSeq"`;

/** Streams: found by key, made on first use, locked by whoever writes. */
export class RecordStreamRepository {
  async find(database: Queryable, key: RecordStreamKey): Promise<RecordStreamRow | undefined> {
    const { rows } = await database.lookUp<RecordStreamRow>(
      `SELECT ${COLUMNS} FROM record_streams s WHERE s.connection_id = $1 AND s.model = $2 AND s.variant = $3`,
      [key.connectionId, key.model, key.variant],
    );
    return rows[0];
  }

  /** Undefined as well when the integration or the connection is unknown. */
  async findByNames(database: Queryable, names: RecordStreamNames): Promise<RecordStreamRow | undefined> {
    const { rows } = await database.query<RecordStreamRow>(
      `SELECT ${COLUMNS}
         FROM integrations i
         JOIN connections c ON c.integration_id = i.id AND c.connection_id = $3 AND c.deleted_at IS NULL
         JOIN record_streams s ON s.connection_id = c.id AND s.model = $4 AND s.variant = $5
        WHERE i.environment_id = $1 AND i.unique_key = $2 AND i.deleted_at IS NULL`,
      [names.environmentId, names.providerConfigKey, names.connectionId, names.model, names.variant],
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

  /** The syncs that write a stream. */
  async findWriters(tx: Transaction, streamId: number): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(SYNCS_OF_STREAM, [streamId]);
    return rows.map(({ id }) => id);
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
