import type { Transaction } from '../database.js';

/** Takes records out of a stream for good. */
export class RecordEmptyingRepository {
  /** Removes up to `limit` records under the stream's lock, which the caller holds. Answers how many; the sequence goes on. */
  async removeSome(tx: Transaction, streamId: number, limit: number): Promise<number> {
    const { rows } = await tx.query<{ removed: number }>(
      `WITH removed AS (
         DELETE FROM records WHERE stream_id = $1
            AND external_id IN (SELECT external_id FROM records WHERE stream_id = $1 ORDER BY seq LIMIT $2)
         RETURNING deleted_at
       ), counted AS (
         SELECT count(*)::int AS removed, count(*) FILTER (WHERE deleted_at IS NULL) AS live FROM removed
       ), noted AS (
         UPDATE record_streams SET live_count = live_count - counted.live FROM counted WHERE id = $1
       )
       SELECT removed FROM counted`,
      [streamId, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
