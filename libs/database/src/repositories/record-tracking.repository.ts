import type { Queryable, Transaction } from '../database.js';
import type { RunFence } from './run-fence.repository.js';
import { textArray } from '../binary-array.js';
import { EMPTIED_TO, STORED_RECORD, STREAMS_OF_SYNCS, STREAM_CTE, advanceStream } from './record-statements.js';

/** A tracking of deletions that is open on a stream. */
export interface RecordTracking {
  /** The last number given out before it began; 0 when it covers nothing. */
  readonly fromSeq: string;
  readonly no: number;
}

/** Where a run's pass over the data stands, as the beginning of a tracking sees it. */
export interface TrackedPass {
  /** Null where nobody fences: in tests. */
  readonly runId: string | null;
  /** There is no checkpoint: whatever the run saved until now, it saves again. */
  readonly isAtBeginning: boolean;
  /** It goes on in the middle of the data, so that a tracking which begins here must not take for gone what was passed before. */
  readonly goesOn: boolean;
  /** It began without a checkpoint and never called for a tracking. */
  readonly hasNeverStarted: boolean;
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

const TRACKING = `tracked_from_seq AS "trackedFromSeq", tracking_no AS "trackingNo"`;

const GIVEN_UP = 'tracked_from_seq = 0, tracking_no = tracking_no + 1, held_deletions = NULL';

/**
 * Whether the run `r` of the sync `y`, whose checkpoint is not null, goes on in the middle of a pass over the data although the
 * stream `s` has no open tracking. A checkpoint alone does not say: many syncs keep one after a complete pass, too.
 *
 * - A run ended the last tracking at this very checkpoint: the same run, or one that failed, would have gone on to clear it. One
 *   that succeeded is done with its pass and leaves it for good.
 * - A tracking was cut off: its cache was emptied.
 * - Nothing is remembered, because deletions are tracked for the first time: the checkpoint tells by who saved it.
 */
const GOES_ON = `CASE
    WHEN s.tracking_version IS NOT NULL THEN s.tracking_version = y.checkpoint_version AND (s.tracking_run_id = r.id
      OR NOT EXISTS (SELECT 1 FROM sync_runs e WHERE e.id = s.tracking_run_id AND e.status = 'SUCCESS'))
    WHEN s.tracking_run_id IS NOT NULL THEN true
    ELSE EXISTS (
      SELECT 1 FROM sync_checkpoints k LEFT JOIN sync_runs e ON e.id = k.run_id
       WHERE k.sync_id = y.id AND k.version = y.checkpoint_version AND k.run_id IS DISTINCT FROM r.id
         AND e.status IS DISTINCT FROM 'SUCCESS')
  END`;

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
    const { rows } = await tx.query<TrackingRow>(`SELECT ${TRACKING} FROM record_streams WHERE id = $1 FOR SHARE`, [
      streamId,
    ]);
    return trackingOf(rows[0]);
  }

  /** Whether deletions of the stream have ever been tracked. */
  async hasTracked(database: Queryable, streamId: number): Promise<boolean> {
    const { rowCount } = await database.query(`SELECT 1 FROM record_streams WHERE id = $1 AND tracking_no > 0`, [
      streamId,
    ]);
    return rowCount === 1;
  }

  /**
   * Where the pass over the data stands that the run of this attempt makes; undefined when it is not the current attempt. The
   * caller holds the stream's lock.
   */
  async findPass(
    tx: Transaction,
    streamId: number,
    { runId, epoch }: Pick<RunFence, 'runId' | 'epoch'>,
  ): Promise<TrackedPass | undefined> {
    const { rows } = await tx.query<TrackedPass>(
      `SELECT r.id AS "runId", y.checkpoint IS NULL AS "isAtBeginning",
              y.checkpoint IS NOT NULL AND ${GOES_ON} AS "goesOn",
              r.checkpoint_from IS NULL AND EXISTS (
                SELECT 1 FROM sync_runs o WHERE o.id = s.tracking_run_id AND o.sync_id = r.sync_id AND o.id <> r.id
              ) AS "hasNeverStarted"
         FROM sync_runs r JOIN syncs y ON y.id = r.sync_id JOIN record_streams s ON s.id = $1
        WHERE r.id = $2 AND r.epoch = $3 AND r.status = 'RUNNING' FOR SHARE OF r`,
      [streamId, runId, epoch],
    );
    return rows[0];
  }

  /**
   * Begins a tracking; does nothing while one is open, unless that covers nothing and another run is at its beginning. The
   * caller holds the stream's lock.
   */
  async begin(tx: Transaction, streamId: number, pass: TrackedPass): Promise<void> {
    await tx.query(
      `UPDATE record_streams SET tracked_from_seq = CASE WHEN $3 THEN 0 ELSE last_seq END, tracking_no = tracking_no + 1
        WHERE id = $1 AND (tracked_from_seq IS NULL
           OR tracked_from_seq = 0 AND $4 AND tracking_run_id IS DISTINCT FROM $2::uuid)`,
      [streamId, pass.runId, pass.goesOn, pass.isAtBeginning],
    );
    await tx.query(
      `UPDATE record_streams SET tracking_run_id = $2, tracking_version = NULL
        WHERE id = $1 AND (tracking_run_id IS DISTINCT FROM $2::uuid OR tracking_version IS NOT NULL)`,
      [streamId, pass.runId],
    );
  }

  /** The tracking that is open. */
  async find(database: Queryable, streamId: number): Promise<RecordTracking | undefined> {
    const { rows } = await database.query<TrackingRow>(`SELECT ${TRACKING} FROM record_streams WHERE id = $1`, [
      streamId,
    ]);
    return trackingOf(rows[0]);
  }

  /** The tracking that is open and whose deletions are held. */
  async findHeld(database: Queryable, streamId: number): Promise<RecordTracking | undefined> {
    const { rows } = await database.query<TrackingRow>(
      `SELECT ${TRACKING} FROM record_streams WHERE id = $1 AND held_deletions IS NOT NULL`,
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
      [streamId, no, fromSeq, textArray(ids)],
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

  /**
   * How many records of the tracking have not been met, of how many. Needs no lock: whoever writes meanwhile can only make them
   * fewer.
   */
  async countGone(
    database: Queryable,
    streamId: number,
    { no, fromSeq }: RecordTracking,
  ): Promise<{ gone: number; of: number }> {
    const { rows } = await database.query<{ gone: number; of: number }>(
      `SELECT count(*) FILTER (WHERE note.external_id IS NULL)::int AS gone,
              (SELECT live_count::int FROM record_streams WHERE id = $1) AS of
         FROM records r LEFT JOIN ${noteOf('r')} ON true
        WHERE r.stream_id = $1 AND r.seq > ${EMPTIED_TO} AND r.seq <= $3 AND r.deleted_at IS NULL`,
      [streamId, no, fromSeq],
    );
    return rows[0] ?? { gone: 0, of: 0 };
  }

  /** Notes that so many deletions wait for a word; the tracking stays open. False when it is not open any more. */
  async hold(tx: Transaction, streamId: number, no: number, count: number): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE record_streams SET held_deletions = $3 WHERE id = $1 AND tracking_no = $2 AND tracked_from_seq IS NOT NULL`,
      [streamId, no, count],
    );
    return rowCount === 1;
  }

  /** Ends the tracking of this number, and remembers by which run and at which checkpoint. */
  async end(tx: Transaction, streamId: number, no: number, runId: string | null): Promise<void> {
    await tx.query(
      `UPDATE record_streams SET tracked_from_seq = NULL, held_deletions = NULL, tracking_run_id = $3::uuid,
              tracking_version = (SELECT y.checkpoint_version FROM sync_runs r JOIN syncs y ON y.id = r.sync_id WHERE r.id = $3::uuid)
        WHERE id = $1 AND tracking_no = $2`,
      [streamId, no, runId],
    );
  }

  /** Gives up the tracking of this number: in its place comes one that covers nothing, for the rest of the pass. */
  async giveUp(tx: Transaction, streamId: number, no: number): Promise<void> {
    await tx.query(`UPDATE record_streams SET ${GIVEN_UP} WHERE id = $1 AND tracking_no = $2`, [streamId, no]);
  }

  /** Gives up whatever may be tracked for the models of these syncs, for the rest of the pass. */
  async giveUpOfSyncs(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await tx.query(`UPDATE record_streams SET ${GIVEN_UP} WHERE id IN (${STREAMS_OF_SYNCS}) AND tracking_no > 0`, [
      syncIds,
    ]);
  }

  /** Ends whatever is tracked for the models of these syncs, which begin from nothing. */
  async endOfSyncs(tx: Queryable, syncIds: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE record_streams SET tracked_from_seq = NULL, held_deletions = NULL, tracking_run_id = NULL, tracking_version = NULL
        WHERE id IN (${STREAMS_OF_SYNCS}) AND tracking_no > 0`,
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
