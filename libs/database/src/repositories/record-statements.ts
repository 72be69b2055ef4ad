/**
 * Time and numbers of one batch, for the stream `$1`, whose lock the caller holds. The time is read after the lock
 * (`clock_timestamp()`, not `now()`) and never goes back within a stream, so that time order is sequence order.
 */
export const STREAM_CTE = `stream AS MATERIALIZED (
    SELECT last_seq, greatest(clock_timestamp(), last_written_at) AS at FROM record_streams WHERE id = $1
  )`;

/** Moves the stream on by the rows of `written`, and says what they were. */
export const advanceStream = (liveChange: string): string => `
  UPDATE record_streams s
     SET last_seq = s.last_seq + w.total, live_count = s.live_count + (${liveChange}), last_written_at = w.at
    FROM (SELECT count(*) AS total, count(*) FILTER (WHERE added) AS added, max(at) AS at FROM written) w
   WHERE s.id = $1 AND w.total > 0
  RETURNING w.total::int AS total, w.added::int AS added`;

/**
 * The stored record of an input row `i`. Written as a look-up per row: with a plain join PostgreSQL would read the whole
 * stream where its statistics lag behind what was just saved.
 */
export const STORED_RECORD = `LATERAL (
    SELECT r.ctid, r.external_id, r.seq, r.hash, r.payload, r.deleted_at, r.first_seen_at FROM records r
     WHERE r.stream_id = $1 AND r.external_id = i.id LIMIT 1
  ) r`;
