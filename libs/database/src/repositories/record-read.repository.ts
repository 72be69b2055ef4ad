import type { Queryable } from '../database.js';

export type RecordAction = 'added' | 'updated' | 'deleted';

export interface RecordPageQuery {
  readonly streamId: number;
  /** Only rows after this place. */
  readonly afterSeq?: string | undefined;
  /** Only rows changed at or after this time (ISO 8601). */
  readonly modifiedAfter?: string | undefined;
  readonly actions?: readonly RecordAction[] | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly limit: number;
  /** The page ends after the record that passes so many bytes of JSON. */
  readonly maxBytes: number;
}

/** A record as it is stored. Times are UTC as PostgreSQL writes them: a JavaScript Date would drop the microseconds. */
export interface StoredRecord {
  externalId: string;
  seq: string;
  /** JSON text; null once pruned. */
  payload: string | null;
  firstSeenAt: string;
  lastModifiedAt: string;
  deletedAt: string | null;
  prunedAt: string | null;
}

export interface RecordPage {
  records: StoredRecord[];
  hasMore: boolean;
}

const CONDITION_OF_ACTION: Record<RecordAction, string> = {
  added: '(r.deleted_at IS NULL AND r.first_seen_at = r.last_modified_at)',
  updated: '(r.deleted_at IS NULL AND r.first_seen_at <> r.last_modified_at)',
  deleted: 'r.deleted_at IS NOT NULL',
};

const UTC = (column: string): string => `(${column} AT TIME ZONE 'UTC')::text`;

/** Reads pages of a stream in its order. */
export class RecordReadRepository {
  async readPage(database: Queryable, query: RecordPageQuery): Promise<RecordPage> {
    const values: unknown[] = [query.streamId];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['r.stream_id = $1::int'];
    if (query.afterSeq !== undefined) conditions.push(`r.seq > ${bind(query.afterSeq)}::bigint`);
    if (query.modifiedAfter !== undefined)
      conditions.push(`r.last_modified_at >= ${bind(query.modifiedAfter)}::timestamptz`);
    if (query.ids) conditions.push(`r.external_id = ANY(${bind(query.ids)}::text[])`);
    if (query.actions) conditions.push(`(${query.actions.map((action) => CONDITION_OF_ACTION[action]).join(' OR ')})`);
    // Both orders are the same (times never go back within a stream); each lets PostgreSQL take the index that fits.
    const order =
      query.modifiedAfter !== undefined && query.afterSeq === undefined ? 'r.last_modified_at, r.seq' : 'r.seq';
    const { rows } = await database.query<StoredRecord & { candidates: number }>(
      `WITH candidates AS (
         SELECT r.* FROM records r WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${bind(query.limit)}::int + 1
       ),
       measured AS (
         SELECT c.*, row_number() OVER by_seq AS place, count(*) OVER () AS candidates,
                coalesce(sum(c.payload_bytes) OVER (by_seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
           FROM candidates c WINDOW by_seq AS (ORDER BY c.seq)
       )
       SELECT p.external_id AS "externalId", p.seq, p.payload::text AS payload, ${UTC('p.first_seen_at')} AS "firstSeenAt",
              ${UTC('p.last_modified_at')} AS "lastModifiedAt", ${UTC('p.deleted_at')} AS "deletedAt", ${UTC('p.pruned_at')} AS "prunedAt",
              p.candidates::int
         FROM measured p
        WHERE p.place <= $${values.length}::int AND p.bytes_before < ${bind(query.maxBytes)}::bigint
        ORDER BY p.seq`,
      values,
    );
    return { records: rows, hasMore: rows.length < (rows[0]?.candidates ?? 0) };
  }
}
