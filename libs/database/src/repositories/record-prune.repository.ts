import type { Queryable, Transaction } from '../database.js';

/** Up to where payloads are taken away: a place in the stream, or what has not changed for so many days. */
export type PruneBound = { readonly untilSeq: string } | { readonly unchangedDays: number };

export interface PruneOutcome {
  /** Records that lost their payload. */
  readonly count: number;
  /** Where this call stopped; null when nothing was left to do. */
  readonly lastSeq: string | null;
  /** The limit was reached before the bound. */
  readonly hasMore: boolean;
}

/** Takes the payloads of old records away; ids and bookkeeping stay. */
export class RecordPruneRepository {
  /**
   * Prunes up to `limit` records in the stream's order, from where the last pruning ended. Times never go back within a stream,
   * so that age is a place in it as well. The caller holds the stream's lock.
   */
  async prune(tx: Transaction, streamId: number, bound: PruneBound, limit: number): Promise<PruneOutcome> {
    const isByPlace = 'untilSeq' in bound;
    const condition = isByPlace ? 'r.seq <= $2::bigint' : `r.last_modified_at < now() - $2::int * interval '1 day'`;
    const { rows } = await tx.query<PruneOutcome>(
      `WITH chosen AS MATERIALIZED (
         SELECT r.ctid, r.seq, r.pruned_at FROM records r
          WHERE r.stream_id = $1 AND r.seq > (SELECT pruned_to_seq FROM record_streams WHERE id = $1) AND ${condition}
          ORDER BY r.seq LIMIT $3
       ), pruned AS (
         UPDATE records r SET payload = NULL, hash = NULL, payload_bytes = 0, pruned_at = clock_timestamp()
           FROM chosen c WHERE r.ctid = c.ctid AND c.pruned_at IS NULL
       ), noted AS (
         UPDATE record_streams SET pruned_to_seq = c.last_seq FROM (SELECT max(seq) AS last_seq FROM chosen) c
          WHERE id = $1 AND c.last_seq IS NOT NULL
       )
       SELECT count(*) FILTER (WHERE pruned_at IS NULL)::int AS count, max(seq)::text AS "lastSeq", count(*) = $3 AS "hasMore"
         FROM chosen`,
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
