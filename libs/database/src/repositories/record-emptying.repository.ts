import type { Queryable, Transaction } from '../database.js';
import { STREAMS_OF_SYNCS } from './record-statements.js';

/** From now on the records count as removed. Numbers go on, and a tracking ends: nothing of what it found is there any more. */
const EMPTY = `emptied_to_seq = last_seq, pruned_to_seq = last_seq, live_count = 0, tracked_from_seq = NULL, held_deletions = NULL`;

const HAS_CONNECTION = `EXISTS (SELECT 1 FROM connections c WHERE c.id = record_streams.connection_id AND c.deleted_at IS NULL)`;

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

  /** Takes up to `limit` of them out and answers how many. With the last one a deleted connection's stream goes too. The caller holds its lock. */
  async removeSome(tx: Transaction, streamId: number, limit: number): Promise<number> {
    const { rows } = await tx.query<{ removed: number }>(
      `WITH removed AS (
         DELETE FROM records WHERE ctid = ANY (ARRAY(
           SELECT r.ctid FROM records r
            WHERE r.stream_id = $1 AND r.seq <= (SELECT emptied_to_seq FROM record_streams WHERE id = $1)
            ORDER BY r.seq LIMIT $2))
         RETURNING 1
       ), counted AS (
         SELECT count(*)::int AS removed FROM removed
       ), kept AS (
         UPDATE record_streams SET emptied_to_seq = NULL FROM counted
          WHERE id = $1 AND counted.removed < $2 AND ${HAS_CONNECTION}
       ), forgotten AS (
         DELETE FROM record_streams USING counted WHERE id = $1 AND counted.removed < $2 AND NOT ${HAS_CONNECTION}
       )
       SELECT removed FROM counted`,
      [streamId, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
