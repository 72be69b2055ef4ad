/**
 * Time and numbers of one batch, for the stream `$1`, whose lock the caller holds. The time is read after the lock
 * (`clock_timestamp()`, not `now()`) and never goes back within a stream, so that time order is sequence order.
 */
export const STREAM_CTE = `stream AS MATERIALIZED (
    SELECT last_seq, greatest(clock_timestamp(), last_written_at) AS at FROM record_streams WHERE id = $1
  )`;

/** Moves the stream on to the last number of `written`, and says what its rows were. */
export const advanceStream = (liveChange: string): string => `
  UPDATE record_streams s
     SET last_seq = w.last_seq, live_count = s.live_count + (${liveChange}), last_written_at = w.at
    FROM (SELECT count(*) AS total, count(*) FILTER (WHERE added) AS added, max(seq) AS last_seq, max(at) AS at FROM written) w
   WHERE s.id = $1 AND w.total > 0
  RETURNING w.total::int AS total, w.added::int AS added`;

/** Records of the stream `$1` with this number or an earlier one were removed when its cache was emptied, also where they still stand. */
export const EMPTIED_TO = `(SELECT coalesce(emptied_to_seq, 0) FROM record_streams WHERE id = $1)`;

/**
 * The stored record of an input row `i`. Written as a look-up per row: with a plain join PostgreSQL would read the whole
 * stream where its statistics lag behind what was just saved. The inner limit keeps it from looking the number up instead.
 */
export const STORED_RECORD = `LATERAL (
    SELECT * FROM (
      SELECT r.ctid, r.external_id, r.seq, r.hash, r.payload, r.deleted_at, r.first_seen_at FROM records r
       WHERE r.stream_id = $1 AND r.external_id = i.id LIMIT 1
    ) r WHERE r.seq > ${EMPTIED_TO}
  ) r`;

/** A stream `o` and a sync `y` that writes it: those of its models, connection and variant. */
const WRITTEN = `record_streams o
    JOIN syncs y ON y.connection_id = o.connection_id AND y.variant = o.variant
    JOIN functions f ON f.id = y.function_id
    JOIN function_versions v ON v.id = f.current_version_id AND jsonb_exists(v.definition -> 'models', o.model)`;

/** Numbers of the streams that the syncs `$1` write. */
export const STREAMS_OF_SYNCS = `SELECT o.id FROM ${WRITTEN} WHERE y.id = ANY($1::uuid[])`;

/** Ids of the syncs that write the stream `$1`. */
export const SYNCS_OF_STREAM = `SELECT y.id FROM ${WRITTEN} WHERE o.id = $1 AND y.deleted_at IS NULL`;
