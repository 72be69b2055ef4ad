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
  /** The page ends after the record that passes so many stored bytes. */
  readonly maxBytes: number;
  /** Keys under which the bookkeeping of a record stands. */
  readonly metadataKeys: readonly string[];
}

export interface RecordPage {
  /** JSON text of the records, joined by commas. */
  json: string;
  count: number;
  lastSeq: string | null;
  hasMore: boolean;
}

const CONDITION_OF_ACTION: Record<RecordAction, string> = {
  added: '(r.deleted_at IS NULL AND r.first_seen_at = r.last_modified_at)',
  updated: '(r.deleted_at IS NULL AND r.first_seen_at <> r.last_modified_at)',
  deleted: 'r.deleted_at IS NOT NULL',
};

const ISO = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`;
const NULLABLE_ISO = (column: string): string => `coalesce('"' || ${ISO(column)} || '"', 'null')`;

/** The bookkeeping of a record, as JSON text. Written in SQL: a JavaScript Date would drop the microseconds. */
const METADATA = `'{"first_seen_at":"' || ${ISO('p.first_seen_at')} || '","last_modified_at":"' || ${ISO('p.last_modified_at')} ||
  '","last_action":"' || CASE WHEN p.deleted_at IS NOT NULL THEN 'DELETED' WHEN p.first_seen_at = p.last_modified_at THEN 'ADDED' ELSE 'UPDATED' END ||
  '","deleted":' || CASE WHEN p.deleted_at IS NULL THEN 'false' ELSE 'true' END ||
  ',"deleted_at":' || ${NULLABLE_ISO('p.deleted_at')} || ',"pruned_at":' || ${NULLABLE_ISO('p.pruned_at')} ||
  ',"cursor":"' || rtrim(encode(convert_to($1 || ':' || p.seq, 'UTF8'), 'base64'), '=') || '"}'`;

/** The record's JSON without its closing brace; of a pruned record only the id is left. */
const OPEN_RECORD = `CASE WHEN p.payload IS NULL THEN '{"id":' || to_json(p.external_id)::text ELSE left(p.payload::text, -1) END`;

/**
 * Reads pages of a stream as ready JSON text: records leave PostgreSQL as one string that is sent on as it is, so that a page
 * of 10,000 costs no parsing here.
 */
export class RecordReadRepository {
  async readPage(database: Queryable, query: RecordPageQuery): Promise<RecordPage> {
    const values: unknown[] = [query.streamId];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['r.stream_id = $1::int'];
    if (query.afterSeq !== undefined) conditions.push(`r.seq > ${bind(query.afterSeq)}::bigint`);
    if (query.modifiedAfter !== undefined) conditions.push(`r.last_modified_at >= ${bind(query.modifiedAfter)}::timestamptz`);
    if (query.ids) conditions.push(`r.external_id = ANY(${bind(query.ids)}::text[])`);
    if (query.actions) conditions.push(`(${query.actions.map((action) => CONDITION_OF_ACTION[action]).join(' OR ')})`);
    // Both orders are the same (times never go back within a stream); each lets PostgreSQL take the index that fits.
    const order = query.modifiedAfter !== undefined && query.afterSeq === undefined ? 'r.last_modified_at, r.seq' : 'r.seq';
    const metadata = query.metadataKeys.map((key) => `',"${key}":' || ${METADATA}`).join(' || ');
    const { rows } = await database.query<RecordPage>(
      `WITH candidates AS (
         SELECT r.* FROM records r WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${bind(query.limit)}::int + 1
       ),
       measured AS (
         SELECT c.*, row_number() OVER by_seq AS place,
                coalesce(sum(pg_column_size(c.payload)) OVER (ORDER BY c.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
           FROM candidates c WINDOW by_seq AS (ORDER BY c.seq)
       ),
       page AS (SELECT * FROM measured WHERE place <= $${values.length}::int AND bytes_before < ${bind(query.maxBytes)}::bigint)
       SELECT coalesce(string_agg(${OPEN_RECORD} || ${metadata} || '}', ',' ORDER BY p.seq), '') AS json,
              count(*)::int AS count, max(p.seq)::text AS "lastSeq", count(*) < (SELECT count(*) FROM candidates) AS "hasMore"
         FROM page p`,
      values,
    );
    return rows[0] ?? { json: '', count: 0, lastSeq: null, hasMore: false };
  }
}
