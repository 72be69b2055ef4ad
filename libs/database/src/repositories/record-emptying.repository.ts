import type { Queryable, Transaction } from '../database.js';
import { STREAMS_OF_SYNCS } from './record-statements.js';

/** From now on the records count as removed. Numbers go on, and a tracking ends: nothing of what it found is there any more. */
const EMPTY = `emptied_to_seq = last_seq, pruned_to_seq = last_seq, live_count = 0, tracked_from_seq = NULL, held_deletions = NULL`;

const HAS_CONNECTION = `EXISTS (SELECT 1 FROM connections c WHERE c.id = record_streams.connection_id AND c.deleted_at IS NULL)`;

/** Not written for `$1` days, and the connection has not run such a sync since either, nor does it now. */
const ABANDONED = `
  s.last_written_at < now() - $1::int * interval '1 day'
    AND s.emptied_to_seq IS NULL AND EXISTS (SELECT 1 FROM records r WHERE r.stream_id = s.id)
    AND NOT EXISTS (
      SELECT 1 FROM syncs y JOIN sync_runs u ON u.sync_id = y.id
       WHERE y.connection_id = s.connection_id AND y.variant = s.variant AND u.started_at >= now() - $1::int * interval '1 day')
    AND NOT EXISTS (
      SELECT 1 FROM syncs y JOIN sync_runs u ON u.sync_id = y.id
       WHERE y.connection_id = s.connection_id AND y.variant = s.variant AND u.status IN ('RUNNING', 'QUEUED'))`;

/**
 * Empties caches in two steps: the stream's row says up to which number everything is gone, which takes no time however many
 * records there are; then the records themselves are taken out piece by piece.
 */
export class RecordEmptyingRepository {
  async empty(tx: Transaction, streamId: number): Promise<void> {
    await tx.query(`UPDATE record_streams SET ${EMPTY} WHERE id = $1`, [streamId]);
  }

  /** The caches of these syncs. */
  async emptyOfSyncs(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await tx.query(`UPDATE record_streams SET ${EMPTY} WHERE id IN (${STREAMS_OF_SYNCS})`, [syncIds]);
  }

  /** Streams that nobody has used for so many days. */
  async findAbandoned(database: Queryable, days: number, limit: number): Promise<number[]> {
    const { rows } = await database.query<{ id: number }>(
      `SELECT s.id FROM record_streams s WHERE ${ABANDONED} LIMIT $2`,
      [days, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Empties a stream unless somebody uses it again. */
  async emptyAbandoned(tx: Transaction, streamId: number, days: number): Promise<boolean> {
    const { rowCount } = await tx.query(`UPDATE record_streams s SET ${EMPTY} WHERE s.id = $2 AND ${ABANDONED}`, [
      days,
      streamId,
    ]);
    return rowCount === 1;
  }

  /** Streams of deleted connections, which nobody can read any more. */
  async findUnreachable(database: Queryable, limit: number): Promise<number[]> {
    const { rows } = await database.query<{ id: number }>(
      `SELECT s.id FROM connections c JOIN record_streams s ON s.connection_id = c.id
        WHERE c.deleted_at IS NOT NULL AND s.emptied_to_seq IS NULL LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Streams in which removed records still stand. */
  async findEmptied(database: Queryable, limit: number): Promise<number[]> {
    const { rows } = await database.query<{ id: number }>(
      'SELECT id FROM record_streams WHERE emptied_to_seq IS NOT NULL ORDER BY id LIMIT $1',
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** How many streams those are. */
  async countEmptied(database: Queryable): Promise<number> {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM record_streams WHERE emptied_to_seq IS NOT NULL',
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * Takes up to `limit` of them out and answers how many. Of a deleted connection's stream it takes everything: what was written
   * since, the notes of trackings, and with the last of it the stream. The caller holds its lock, so nothing is added meanwhile;
   * what was chosen is counted, as others may take notes away too.
   */
  async removeSome(tx: Transaction, streamId: number, limit: number): Promise<number> {
    const { rows } = await tx.query<{ removed: number }>(
      `WITH stream AS MATERIALIZED (
         SELECT emptied_to_seq, last_seq, ${HAS_CONNECTION} AS has_connection FROM record_streams WHERE id = $1
       ), chosen_records AS MATERIALIZED (
         SELECT r.ctid FROM records r
          WHERE r.stream_id = $1 AND r.seq <= (SELECT CASE WHEN has_connection THEN emptied_to_seq ELSE last_seq END FROM stream)
          ORDER BY r.seq LIMIT $2
       ), chosen_notes AS MATERIALIZED (
         SELECT n.ctid FROM record_seen n
          WHERE n.stream_id = $1 AND (SELECT NOT has_connection FROM stream)
          LIMIT $2 - (SELECT count(*) FROM chosen_records)
       ), removed_records AS (
         DELETE FROM records WHERE ctid = ANY (ARRAY(SELECT ctid FROM chosen_records))
       ), removed_notes AS (
         DELETE FROM record_seen WHERE ctid = ANY (ARRAY(SELECT ctid FROM chosen_notes))
       ), counted AS (
         SELECT ((SELECT count(*) FROM chosen_records) + (SELECT count(*) FROM chosen_notes))::int AS removed
       ), kept AS (
         UPDATE record_streams SET emptied_to_seq = NULL FROM counted, stream
          WHERE id = $1 AND counted.removed < $2 AND stream.has_connection
       ), forgotten AS (
         DELETE FROM record_streams USING counted, stream WHERE id = $1 AND counted.removed < $2 AND NOT stream.has_connection
       )
       SELECT removed FROM counted`,
      [streamId, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
