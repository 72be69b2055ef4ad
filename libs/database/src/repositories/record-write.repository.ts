import type { Queryable, Transaction } from '../database.js';
import { textArray, uuidArray } from '../binary-array.js';
import { advanceStream, STORED_RECORD, STREAM_CTE } from './record-statements.js';
import { fencedWrite, type RunFence } from './run-fence.repository.js';
import type { RecordTracking } from './record-tracking.repository.js';
import type { WriteCounts } from './write-counts.js';

/** Records as they are written: parallel arrays, so that a batch is one statement whatever its size. */
export interface RecordBatch {
  readonly ids: readonly string[];
  /** 32 hexadecimal digits each. */
  readonly hashes: readonly string[];
  /** JSON text of each record, on one line. */
  readonly payloads: readonly string[];
}

/** What a writer leaves as others made it. */
export interface KeepRule {
  /** Records that were changed after this place stay. */
  readonly afterSeq: string;
  /** But for those that the writer changed itself: first and last number of each stretch. */
  readonly own: readonly (readonly [number, number])[];
}

interface Different {
  readonly positions: number[] | null;
}

/** The ids `$2` with the hashes `$3`, and what is stored of each. */
const INPUT_WITH_STORED = `unnest($2::text[], $3::uuid[]) WITH ORDINALITY AS i(id, hash, ordinality) LEFT JOIN ${STORED_RECORD} ON true`;

const IS_STORED = '(r.deleted_at IS NULL AND r.hash = i.hash)';

/** Of a write that no run owns. */
const UNFENCED = { run: 'SELECT 1', counted: 'SELECT 1' };

/** The statements that write records. The caller holds the stream's lock, unless it says otherwise. */
export class RecordWriteRepository {
  /** Positions (from 0) of the batch whose record does not stand in the store exactly so. One row, as they are usually none. */
  async findDifferent(
    database: Queryable,
    streamId: number,
    { ids, hashes }: Pick<RecordBatch, 'ids' | 'hashes'>,
  ): Promise<Set<number>> {
    const { rows } = await database.query<Different>(
      `SELECT array_agg((i.ordinality - 1)::int) AS positions
         FROM ${INPUT_WITH_STORED}
        WHERE ${IS_STORED} IS NOT TRUE`,
      [streamId, textArray(ids), uuidArray(hashes)],
    );
    return new Set(rows[0]?.positions);
  }

  /**
   * As {@link findDifferent}. Notes as met what does stand so and was written last before the tracking began; in one order, so that
   * two writers who note the same records do not wait for each other. The caller keeps the tracking open.
   */
  async findDifferentAndNote(
    tx: Transaction,
    streamId: number,
    { ids, hashes }: Pick<RecordBatch, 'ids' | 'hashes'>,
    { no, fromSeq }: RecordTracking,
  ): Promise<Set<number>> {
    const { rows } = await tx.query<Different>(
      `WITH input AS MATERIALIZED (
         SELECT i.id, i.ordinality, r.seq, ${IS_STORED} AS is_stored FROM ${INPUT_WITH_STORED}
       ),
       noted AS (
         INSERT INTO record_seen (stream_id, tracking_no, external_id)
         SELECT $1, $4, id FROM input WHERE is_stored AND seq <= $5 ORDER BY id
         ON CONFLICT DO NOTHING
       )
       SELECT array_agg((ordinality - 1)::int) AS positions FROM input WHERE is_stored IS NOT TRUE`,
      [streamId, textArray(ids), uuidArray(hashes), no, fromSeq],
    );
    return new Set(rows[0]?.positions);
  }

  /** Positions of ids whose record was changed after a place, and not by whoever asks. The caller holds the stream's lock. */
  async findKept(tx: Transaction, streamId: number, ids: readonly string[], keep: KeepRule): Promise<Set<number>> {
    const { rows } = await tx.query<{ position: number }>(
      `SELECT (i.ordinality - 1)::int AS position
         FROM unnest($2::text[]) WITH ORDINALITY AS i(id, ordinality) CROSS JOIN ${STORED_RECORD}
        WHERE r.seq > $3 AND NOT r.seq <@ $4::int8multirange`,
      [streamId, ids, keep.afterSeq, `{${keep.own.map(([from, to]) => `[${from},${to}]`).join(',')}}`],
    );
    return new Set(rows.map(({ position }) => position));
  }

  /**
   * Upserts what differs from the store. A record that turns out not to leaves its number unused. Takes the stream's lock itself:
   * as one statement, nobody waits with the lock for a client that is busy. What it compares with is as it stands under the lock
   * (`ON CONFLICT` reads the row that it locks, not the statement's snapshot).
   *
   * @returns undefined, and nothing was written, when the attempt `fence` is not the current one.
   */
  async upsert(
    database: Queryable,
    streamId: number,
    { ids, hashes, payloads }: RecordBatch,
    fenced?: { readonly fence: RunFence; readonly model: string },
  ): Promise<WriteCounts | undefined> {
    const { run, counted } = fenced ? fencedWrite(fenced.fence) : UNFENCED;
    const { rows } = await database.query<{ total: number; added: number; isCurrent: boolean }>(
      `WITH locked AS MATERIALIZED (
         SELECT last_seq, last_written_at, coalesce(emptied_to_seq, 0) AS emptied_to FROM record_streams WHERE id = $1 FOR UPDATE
       ),
       run AS MATERIALIZED (${run}),
       stream AS MATERIALIZED (
         SELECT l.last_seq, l.emptied_to, greatest(clock_timestamp(), l.last_written_at) AS at FROM locked l CROSS JOIN run
       ),
       stored AS (
         INSERT INTO records AS r (stream_id, external_id, seq, hash, payload, payload_bytes, first_seen_at, last_modified_at)
         SELECT $1, i.id, s.last_seq + i.ordinality, i.hash, i.payload::json, octet_length(i.payload), s.at, s.at
           FROM unnest($2::text[], $3::uuid[], $4::text[]) WITH ORDINALITY AS i(id, hash, payload, ordinality) CROSS JOIN stream s
         ON CONFLICT (stream_id, external_id) DO UPDATE
            SET seq = excluded.seq, hash = excluded.hash, payload = excluded.payload, payload_bytes = excluded.payload_bytes,
                first_seen_at = CASE WHEN r.deleted_at IS NULL AND r.seq > (SELECT emptied_to FROM stream) THEN r.first_seen_at
                                     ELSE excluded.first_seen_at END,
                last_modified_at = excluded.last_modified_at, deleted_at = NULL, pruned_at = NULL
          WHERE r.hash IS DISTINCT FROM excluded.hash OR r.deleted_at IS NOT NULL OR r.seq <= (SELECT emptied_to FROM stream)
         RETURNING seq, first_seen_at, last_modified_at
       ),
       written AS (SELECT first_seen_at = last_modified_at AS added, seq, last_modified_at AS at FROM stored),
       advanced AS (${advanceStream('w.added')}),
       counted AS (${counted})
       SELECT coalesce(sum(total), 0)::int AS total, coalesce(sum(added), 0)::int AS added, EXISTS (SELECT FROM run) AS "isCurrent"
         FROM advanced`,
      [
        streamId,
        textArray(ids),
        uuidArray(hashes),
        textArray(payloads),
        ...(fenced ? [fenced.fence.runId, fenced.fence.epoch, fenced.model] : []),
      ],
    );
    const { total, added, isCurrent } = rows[0] ?? { total: 0, added: 0, isCurrent: true };
    return isCurrent ? { added, updated: total - added, deleted: 0 } : undefined;
  }

  /**
   * Lays each payload over the stored record of the same id, as deep as objects go. Records that are unknown, deleted or pruned
   * are left alone, and so are those that it does not change.
   */
  async merge(tx: Transaction, streamId: number, { ids, payloads }: Omit<RecordBatch, 'hashes'>): Promise<WriteCounts> {
    const { rows } = await tx.query<{ total: number }>(
      `WITH ${STREAM_CTE},
       input AS MATERIALIZED (
         SELECT i.id, i.payload::json AS payload, i.ordinality
           FROM unnest($2::text[], string_to_array($3, E'\\n')) WITH ORDINALITY AS i(id, payload, ordinality)
       ),
       merged AS MATERIALIZED (
         SELECT r.ctid, r.hash, i.ordinality, json_deep_merge(r.payload, i.payload) AS payload
           FROM input i CROSS JOIN ${STORED_RECORD}
          WHERE r.deleted_at IS NULL AND r.payload IS NOT NULL
       ),
       hashed AS (
         SELECT m.*, substr(encode(sha256(convert_to(m.payload::text, 'UTF8')), 'hex'), 1, 32)::uuid AS new_hash FROM merged m
       ),
       changed AS (
         SELECT h.*, row_number() OVER (ORDER BY h.ordinality) AS place FROM hashed h WHERE h.hash IS DISTINCT FROM h.new_hash
       ),
       stored AS (
         UPDATE records r
            SET seq = s.last_seq + c.place, hash = c.new_hash, payload = c.payload,
                payload_bytes = octet_length(c.payload::text), last_modified_at = s.at
           FROM changed c CROSS JOIN stream s WHERE r.ctid = c.ctid
         RETURNING r.seq, r.last_modified_at
       ),
       written AS (SELECT false AS added, seq, last_modified_at AS at FROM stored)
       ${advanceStream('0')}`,
      [streamId, ids, payloads.join('\n')],
    );
    return { added: 0, updated: rows[0]?.total ?? 0, deleted: 0 };
  }

  /** Marks as deleted those of `ids` that exist and are not deleted. Payloads stay. The lock keeps rows where they were found. */
  async markDeleted(tx: Transaction, streamId: number, ids: readonly string[]): Promise<WriteCounts> {
    const { rows } = await tx.query<{ total: number }>(
      `WITH ${STREAM_CTE},
       doomed AS MATERIALIZED (
         SELECT r.ctid, row_number() OVER (ORDER BY i.ordinality) AS place
           FROM unnest($2::text[]) WITH ORDINALITY AS i(id, ordinality)
           CROSS JOIN ${STORED_RECORD}
          WHERE r.deleted_at IS NULL
       ),
       stored AS (
         UPDATE records r SET seq = s.last_seq + d.place, deleted_at = s.at, last_modified_at = s.at
           FROM doomed d CROSS JOIN stream s
          WHERE r.ctid = d.ctid
         RETURNING r.seq, r.last_modified_at
       ),
       written AS (SELECT false AS added, seq, last_modified_at AS at FROM stored)
       ${advanceStream('-w.total')}`,
      [streamId, ids],
    );
    return { added: 0, updated: 0, deleted: rows[0]?.total ?? 0 };
  }
}
