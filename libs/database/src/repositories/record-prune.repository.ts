import type { Queryable, Transaction } from '../database.js';

/** Up to where payloads are taken away: a place in the stream, or what has not changed for so many days. */
export type PruneBound = { readonly untilSeq: string } | { readonly unchangedDays: number };

export interface PruneOutcome {
  /** Records that lost their payload. */
  readonly count: number;
  /** Where this call stopped; null when nothing was left to do. */
  readonly lastSeq: string | null;
  /** It stopped before the bound; also, now and then, where none with a payload is left. */
  readonly hasMore: boolean;
}

/** Most records of one transaction that have no payload any more and are only passed. */
const PASSED_AT_ONCE = 10_000;

/** Takes the payloads of old records away; ids and bookkeeping stay. */
export class RecordPruneRepository {
  /**
   * Prunes up to `limit` records in the stream's order, from where the last pruning ended; those that were pruned before they
   * were deleted, which gave them a later place, are passed. Times never go back within a stream, so that age is a place in it
   * as well. The caller holds the stream's lock.
   */
  async prune(tx: Transaction, streamId: number, bound: PruneBound, limit: number): Promise<PruneOutcome> {
    const isByPlace = 'untilSeq' in bound;
    const condition = isByPlace ? 'r.seq <= $2::bigint' : `r.last_modified_at < now() - $2::int * interval '1 day'`;
    const next = `SELECT r.ctid, r.seq, r.pruned_at FROM records r
          WHERE r.stream_id = $1 AND r.seq > (SELECT pruned_to_seq FROM record_streams WHERE id = $1) AND ${condition}
          ORDER BY r.seq LIMIT ${PASSED_AT_ONCE}`;
    const { rows } = await tx.query<PruneOutcome>(
      `WITH chosen AS MATERIALIZED (
         SELECT n.ctid, n.seq FROM (${next}) n WHERE n.pruned_at IS NULL ORDER BY n.seq LIMIT $3
       ), counted AS (
         SELECT count(*)::int AS count, count(*) = $3 AS is_full, max(seq) AS last_seq FROM chosen
       ), reached AS (
         SELECT c.count, CASE WHEN c.is_full THEN c.last_seq ELSE p.last_seq END AS seq, c.is_full OR p.is_full AS has_more
           FROM counted c
           CROSS JOIN LATERAL (SELECT max(n.seq) AS last_seq, count(*) = ${PASSED_AT_ONCE} AS is_full FROM (${next}) n WHERE NOT c.is_full) p
       ), pruned AS (
         UPDATE records r SET payload = NULL, hash = NULL, payload_bytes = 0, pruned_at = clock_timestamp()
           FROM chosen c WHERE r.ctid = c.ctid
       ), noted AS (
         UPDATE record_streams SET pruned_to_seq = reached.seq FROM reached WHERE id = $1 AND reached.seq IS NOT NULL
       )
       SELECT count, seq::text AS "lastSeq", has_more AS "hasMore" FROM reached`,
      [streamId, isByPlace ? bound.untilSeq : bound.unchangedDays, limit],
    );
    return rows[0] ?? { count: 0, lastSeq: null, hasMore: false };
  }

  /** Streams with payloads that have not changed for so many days. */
  async findOverdue(database: Queryable, unchangedDays: number, limit: number): Promise<number[]> {
    const { rows } = await database.query<{ id: number }>(
      `SELECT s.id FROM record_streams s
        WHERE s.pruned_to_seq < s.last_seq AND EXISTS (
          SELECT 1 FROM records r WHERE r.stream_id = s.id AND r.seq > s.pruned_to_seq
             AND r.last_modified_at < now() - $1::int * interval '1 day')
        LIMIT $2`,
      [unchangedDays, limit],
    );
    return rows.map(({ id }) => id);
  }
}
