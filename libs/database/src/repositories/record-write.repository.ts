import type { Queryable, Transaction } from '../database.js';

/** Records as they are written: parallel arrays, so that a batch is one statement whatever its size. */
export interface RecordBatch {
  readonly ids: readonly string[];
  /** 32 hexadecimal digits each. */
  readonly hashes: readonly string[];
  /** JSON text of each record. */
  readonly payloads: readonly string[];
}

export interface WriteCounts {
  added: number;
  updated: number;
  deleted: number;
}

/**
 * Time and numbers of one batch. The time is read after the lock (`clock_timestamp()`, not `now()`) and never goes back within
 * a stream, so that time order is sequence order.
 */
const STREAM_CTE = `stream AS MATERIALIZED (
    SELECT last_seq, greatest(clock_timestamp(), last_written_at) AS at FROM record_streams WHERE id = $1
  )`;

/** Moves the stream on by the rows of `written`, and says what they were. */
const ADVANCE = (liveChange: string): string => `
  UPDATE record_streams s
     SET last_seq = s.last_seq + w.total, live_count = s.live_count + (${liveChange}), last_written_at = w.at
    FROM (SELECT count(*) AS total, count(*) FILTER (WHERE added) AS added, max(at) AS at FROM written) w
   WHERE s.id = $1 AND w.total > 0
  RETURNING w.total::int AS total, w.added::int AS added`;

/**
 * The stored record of an input row `i`. Written as a look-up per row: with a plain join PostgreSQL would read the whole
 * stream where its statistics lag behind what was just saved.
 */
const STORED = `LATERAL (
    SELECT r.ctid, r.external_id, r.hash, r.deleted_at, r.first_seen_at FROM records r
     WHERE r.stream_id = $1 AND r.external_id = i.id LIMIT 1
  ) r`;

/** The statements that write records. The caller holds the stream's lock. */
export class RecordWriteRepository {
  /** Positions (from 0) of the batch whose record stands in the store exactly so. */
  async findUnchanged(
    database: Queryable,
    streamId: number,
    ids: readonly string[],
    hashes: readonly string[],
  ): Promise<Set<number>> {
    const { rows } = await database.query<{ position: number }>(
      `SELECT (i.ordinality - 1)::int AS position
         FROM unnest($2::text[], $3::uuid[]) WITH ORDINALITY AS i(id, hash, ordinality)
         CROSS JOIN ${STORED}
        WHERE r.hash = i.hash AND r.deleted_at IS NULL`,
      [streamId, ids, uuidArray(hashes)],
    );
    return new Set(rows.map(({ position }) => position));
  }

  /** Upserts what differs from the store. Payload and id arrive in the same order. */
  async upsert(tx: Transaction, streamId: number, { ids, hashes, payloads }: RecordBatch): Promise<WriteCounts> {
    const { rows } = await tx.query<{ total: number; added: number }>(
      `WITH ${STREAM_CTE},
       input AS MATERIALIZED (
         SELECT i.id, i.hash, p.value AS payload, i.ordinality
           FROM unnest($2::text[], $3::uuid[]) WITH ORDINALITY AS i(id, hash, ordinality)
           JOIN json_array_elements($4::json) WITH ORDINALITY AS p(value, ordinality) USING (ordinality)
       ),
       changed AS (
         SELECT i.*, row_number() OVER (ORDER BY i.ordinality) AS place,
                r.external_id IS NULL OR r.deleted_at IS NOT NULL AS added, r.first_seen_at
           FROM input i LEFT JOIN ${STORED} ON true
          WHERE r.external_id IS NULL OR r.deleted_at IS NOT NULL OR r.hash IS DISTINCT FROM i.hash
       ),
       stored AS (
         INSERT INTO records (stream_id, external_id, seq, hash, payload, payload_bytes, first_seen_at, last_modified_at)
         SELECT $1, c.id, s.last_seq + c.place, c.hash, c.payload, octet_length(c.payload::text),
                CASE WHEN c.added THEN s.at ELSE c.first_seen_at END, s.at
           FROM changed c CROSS JOIN stream s
         ON CONFLICT (stream_id, external_id) DO UPDATE
            SET seq = excluded.seq, hash = excluded.hash, payload = excluded.payload, payload_bytes = excluded.payload_bytes,
                first_seen_at = excluded.first_seen_at, last_modified_at = excluded.last_modified_at, deleted_at = NULL, pruned_at = NULL
         RETURNING first_seen_at, last_modified_at
       ),
       written AS (SELECT first_seen_at = last_modified_at AS added, last_modified_at AS at FROM stored)
       ${ADVANCE('w.added')}`,
      [streamId, ids, uuidArray(hashes), `[${payloads.join(',')}]`],
    );
    const { total, added } = rows[0] ?? { total: 0, added: 0 };
    return { added, updated: total - added, deleted: 0 };
  }

  /** Marks as deleted those of `ids` that exist and are not deleted. Payloads stay. The lock keeps rows where they were found. */
  async markDeleted(tx: Transaction, streamId: number, ids: readonly string[]): Promise<WriteCounts> {
    const { rows } = await tx.query<{ total: number }>(
      `WITH ${STREAM_CTE},
       doomed AS MATERIALIZED (
         SELECT r.ctid, row_number() OVER (ORDER BY i.ordinality) AS place
           FROM unnest($2::text[]) WITH ORDINALITY AS i(id, ordinality)
           CROSS JOIN ${STORED}
          WHERE r.deleted_at IS NULL
       ),
       stored AS (
         UPDATE records r SET seq = s.last_seq + d.place, deleted_at = s.at, last_modified_at = s.at
           FROM doomed d CROSS JOIN stream s
          WHERE r.ctid = d.ctid
         RETURNING r.last_modified_at
       ),
       written AS (SELECT false AS added, last_modified_at AS at FROM stored)
       ${ADVANCE('-w.total')}`,
      [streamId, ids],
    );
    return { added: 0, updated: 0, deleted: rows[0]?.total ?? 0 };
  }
}

/** Hexadecimal digits need no escaping, which the driver would otherwise look for in each element. */
const uuidArray = (hashes: readonly string[]): string => `{${hashes.join(',')}}`;
