import type { RecordAction } from '@svc/contracts';
import type { Database } from '../database.js';

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
  /** Length of the payload in bytes, as decimal text. */
  payloadBytes: string;
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

/** Reads pages of a stream in its order. */
export class RecordReadRepository {
  async readPage(database: Database, query: RecordPageQuery): Promise<RecordPage> {
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
    const sql = `SELECT p.external_id AS "externalId", p.seq, p.payload_bytes AS "payloadBytes", p.payload,
              p.first_seen_at AT TIME ZONE 'UTC' AS "firstSeenAt", p.last_modified_at AT TIME ZONE 'UTC' AS "lastModifiedAt",
              p.deleted_at AT TIME ZONE 'UTC' AS "deletedAt", p.pruned_at AT TIME ZONE 'UTC' AS "prunedAt"
         FROM (SELECT c.*, sum(c.payload_bytes) OVER (ORDER BY c.seq ROWS UNBOUNDED PRECEDING) - c.payload_bytes AS bytes_before
                 FROM (SELECT r.* FROM records r WHERE ${conditions.join(' AND ')}
                        ORDER BY ${order} LIMIT ${bind(query.limit)}::int + 1) c) p
        WHERE p.bytes_before < ${bind(query.maxBytes)}::bigint
        ORDER BY p.seq`;
    // Named records are looked up by their ids; reading the stream in its order would pass all the others.
    const rows = await (query.ids
      ? database.readText<StoredRecord>(sql, values)
      : database.readInOrder<StoredRecord>(sql, values));
    return cut(rows, query);
  }
}

/** One row more than the limit was asked for, to tell whether another page follows. A page that ended by its size has one too. */
function cut(rows: StoredRecord[], { limit, maxBytes }: RecordPageQuery): RecordPage {
  if (rows.length > limit) return { records: rows.slice(0, limit), hasMore: true };
  const bytes = rows.reduce((sum, { payloadBytes }) => sum + Number(payloadBytes), 0);
  return { records: rows, hasMore: bytes >= maxBytes };
}
