import type { Queryable, Transaction } from '../database.js';
import { EMPTIED_TO, STORED_RECORD, STREAMS_OF_SYNCS, STREAM_CTE, advanceStream } from './record-statements.js';

/** A tracking of deletions that is open on a stream. */
export interface RecordTracking {
  /** The last number given out before it began. */
  readonly fromSeq: string;
  readonly no: number;
}

/** A stretch of the stream that a sweep has gone through. */
export interface TrackingSweep {
  /** Ids that were marked as deleted. */
  readonly deletedIds: string[];
  /** The last number of the stretch; null when there was nothing left. */
  readonly lastSeq: string | null;
}

interface TrackingRow {
  readonly trackedFromSeq: string | null;
  readonly trackingNo: number;
}

/** The note about a record of `alias`: a look-up for each, since statistics always lag behind what was just noted. */
const noteOf = (alias: string): string => `LATERAL (
    SELECT n.external_id FROM record_seen n
     WHERE n.stream_id = $1 AND n.tracking_no = $2 AND n.external_id = ${alias}.external_id LIMIT 1
  ) note`;

const trackingOf = (row: TrackingRow | undefined): RecordTracking | undefined =>
  row && row.trackedFromSeq !== null ? { fromSeq: row.trackedFromSeq, no: row.trackingNo } : undefined;

/**
 * Tracks which records a complete pass over the provider's data met. A record that was written since the beginning has a later
 * number; one that was saved unchanged is noted in `record_seen`. What is neither was not there any more.
 */
export class RecordTrackingRepository {
  /**
   * Keeps a sweep from coming between looking records up and noting them. A statement of its own: the next one must see what
   * was committed while this one waited.
   */
  async holdOpen(tx: Transaction, streamId: number): Promise<RecordTracking | undefined> {
    const { rows } = await tx.query<TrackingRow>(
      `SELECT tracked_from_seq AS "trackedFromSeq", tracking_no AS "trackingNo" FROM record_streams WHERE id = $1 FOR SHARE`,
      [streamId],
    );
    return trackingOf(rows[0]);
  }

  /** Whether deletions of the stream have ever been tracked. */
  async hasTracked(tx: Transaction, streamId: number): Promise<boolean> {
    const { rowCount } = await tx.query(`SELECT 1 FROM record_streams WHERE id = $1 AND tracking_no > 0`, [streamId]);
    return rowCount === 1;
  }

  /** Begins a tracking; does nothing while one is open. The caller holds the stream's lock. */
  async begin(tx: Transaction, streamId: number): Promise<void> {
    await tx.query(
      `UPDATE record_streams SET tracked_from_seq = last_seq, tracking_no = tracking_no + 1
        WHERE id = $1 AND tracked_from_seq IS NULL`,
      [streamId],
    );
  }

  /** The tracking that is open. The caller holds the stream's lock. */
  async find(tx: Transaction, streamId: number): Promise<RecordTracking | undefined> {
    const { rows } = await tx.query<TrackingRow>(
      `SELECT tracked_from_seq AS "trackedFromSeq", tracking_no AS "trackingNo" FROM record_streams WHERE id = $1`,
      [streamId],
    );
    return trackingOf(rows[0]);
  }

  /**
   * Notes those of `ids` that were written last before the tracking began. In one order, so that two writers who note the same
   * records do not wait for each other.
   */
  async noteSeen(
    tx: Transaction,
    streamId: number,
    { no, fromSeq }: RecordTracking,
    ids: readonly string[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO record_seen (stream_id, tracking_no, external_id)
       SELECT $1, $2, i.id FROM unnest($4::text[]) AS i(id) CROSS JOIN ${STORED_RECORD}
        WHERE r.seq <= $3 AND r.deleted_at IS NULL
        ORDER BY i.id
       ON CONFLICT DO NOTHING`,
      [streamId, no, fromSeq, ids],
    );
  }

  /**
   * Goes through up to `limit` records after `afterSeq` and marks as deleted what was not met. The caller holds the stream's
   * lock. What is deleted gets a new number and lies outside of the tracking from then on, so that a sweep may be repeated.
   */
  async sweep(
    tx: Transaction,
    streamId: number,
    { no, fromSeq }: RecordTracking,
    { afterSeq, limit }: { readonly afterSeq: string; readonly limit: number },
  ): Promise<TrackingSweep> {
    const { rows } = await tx.query<{ deletedIds: string[] | null; lastSeq: string | null }>(
      `WITH ${STREAM_CTE},
       stretch AS MATERIALIZED (
         SELECT ctid, external_id, seq, deleted_at FROM records
          WHERE stream_id = $1 AND seq > greatest($4::bigint, ${EMPTIED_TO}) AND seq <= $3 ORDER BY seq LIMIT $5
       ),
       doomed AS MATERIALIZED (
         SELECT t.ctid, row_number() OVER (ORDER BY t.seq) AS place
           FROM stretch t LEFT JOIN ${noteOf('t')} ON true
          WHERE t.deleted_at IS NULL AND note.external_id IS NULL
       ),
       stored AS (
         UPDATE records r SET seq = s.last_seq + d.place, deleted_at = s.at, last_modified_at = s.at
           FROM doomed d CROSS JOIN stream s WHERE r.ctid = d.ctid
         RETURNING r.external_id, r.seq, r.last_modified_at
       ),
       written AS (SELECT false AS added, seq, last_modified_at AS at FROM stored),
       advanced AS (${advanceStream('-w.total')})
       SELECT (SELECT array_agg(external_id) FROM stored) AS "deletedIds", (SELECT max(seq) FROM stretch)::text AS "lastSeq"`,
      [streamId, no, fromSeq, afterSeq, limit],
    );
    const [row] = rows;
    return { deletedIds: row?.deletedIds ?? [], lastSeq: row?.lastSeq ?? null };
  }

  /** How many records of the tracking have not been met, of how many. The caller holds the stream's lock. */
  async countGone(
    tx: Transaction,
    streamId: number,
    { no, fromSeq }: RecordTracking,
  ): Promise<{ gone: number; of: number }> {
    const { rows } = await tx.query<{ gone: number; of: number }>(
      `SELECT count(*) FILTER (WHERE note.external_id IS NULL)::int AS gone,
              (SELECT live_count::int FROM record_streams WHERE id = $1) AS of
         FROM records r LEFT JOIN ${noteOf('r')} ON true
        WHERE r.stream_id = $1 AND r.seq > ${EMPTIED_TO} AND r.seq <= $3 AND r.deleted_at IS NULL`,
      [streamId, no, fromSeq],
    );
    return rows[0] ?? { gone: 0, of: 0 };
  }

  /** Notes that so many deletions wait for a word; the tracking stays open. */
  async hold(tx: Transaction, streamId: number, count: number): Promise<void> {
    await tx.query('UPDATE record_streams SET held_deletions = $2 WHERE id = $1', [streamId, count]);
  }

  /** Ends the tracking of this number. */
  async end(tx: Transaction, streamId: number, no: number): Promise<void> {
    await tx.query(
      `UPDATE record_streams SET tracked_from_seq = NULL, held_deletions = NULL WHERE id = $1 AND tracking_no = $2`,
      [streamId, no],
    );
  }

  /** Ends whatever is tracked for the models of these syncs: their way through the data begins anew. */
  async endOfSyncs(tx: Queryable, syncIds: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE record_streams SET tracked_from_seq = NULL, held_deletions = NULL
        WHERE id IN (${STREAMS_OF_SYNCS}) AND tracked_from_seq IS NOT NULL`,
      [syncIds],
    );
  }

  /** Forgets what trackings that have ended noted. Returns how many notes. */
  async forget(database: Queryable, limit: number): Promise<number> {
    const { rowCount } = await database.query(
      `DELETE FROM record_seen WHERE ctid = ANY (ARRAY(
         SELECT n.ctid FROM record_streams s JOIN record_seen n ON n.stream_id = s.id
          WHERE n.tracking_no < s.tracking_no OR s.tracked_from_seq IS NULL LIMIT $1))`,
      [limit],
    );
    return rowCount;
  }
}
