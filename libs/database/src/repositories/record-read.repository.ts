import type { RecordAction } from '@svc/contracts';
import type { Database, TakeRow } from '../database.js';

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
  /** JSON text; null once pruned. */
  readonly payload: string | null;
  /** Null where the payload has it. */
  readonly externalId: string | null;
  readonly seq: string;
  readonly lastModifiedAt: string;
  /** Null when it was not modified since. */
  readonly firstSeenAt: string | null;
  readonly deletedAt: string | null;
  readonly prunedAt: string | null;
}

type Row = Parameters<TakeRow>[0];

const COLUMNS = `r.payload, r.external_id, r.seq, r.payload_bytes, r.first_seen_at, r.last_modified_at, r.deleted_at, r.pruned_at`;

/** What came of a page whose records were handed over. */
export interface RecordPage {
  /** Number of the last record; undefined when there was none. */
  readonly lastSeq: string | undefined;
  readonly hasMore: boolean;
}

const CONDITION_OF_ACTION: Record<RecordAction, string> = {
  added: '(r.deleted_at IS NULL AND r.first_seen_at = r.last_modified_at)',
  updated: '(r.deleted_at IS NULL AND r.first_seen_at <> r.last_modified_at)',
  deleted: 'r.deleted_at IS NOT NULL',
};

/** Reads pages of a stream in its order. */
export class RecordReadRepository {
  /** Hands each record of the page to `take` as soon as it arrives. */
  async readPage(
    database: Database,
    query: RecordPageQuery,
    take: (record: StoredRecord) => void,
  ): Promise<RecordPage> {
    const { sql, values } = statementOf(query);
    let count = 0;
    let lastSeq: string | undefined;
    let hasMore = false;
    const takeRow: TakeRow = (row) => {
      // One row more than the limit was asked for, to tell whether another page follows. A page that ended by its size has one too.
      if (++count > query.limit) {
        hasMore = true;
        return;
      }
      const record = toRecord(row);
      take(record);
      lastSeq = record.seq;
      hasMore = row[FULL] !== null;
    };
    // Named records are looked up by their ids; reading the stream in its order would pass all the others.
    await (query.ids ? database.readRows(sql, values, takeRow) : database.readRowsInOrder(sql, values, takeRow));
    return { lastSeq, hasMore };
  }
}

/** Column that is not null in the row that fills the page. */
const FULL = 7;

/** What is null costs nothing on the way, so that whatever another column says is left out. */
function toRecord([
  payload = null,
  externalId = null,
  seq,
  modified,
  seen = null,
  deleted = null,
  pruned = null,
]: Row): StoredRecord {
  return {
    payload,
    externalId,
    seq: seq ?? '',
    lastModifiedAt: modified ?? '',
    firstSeenAt: seen,
    deletedAt: deleted,
    prunedAt: pruned,
  };
}

function statementOf(query: RecordPageQuery): { sql: string; values: unknown[] } {
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
  const limit = bind(query.limit);
  const maxBytes = bind(query.maxBytes);
  const sql = `
    SELECT payload, CASE WHEN payload IS NULL THEN external_id END, seq, last_modified_at AT TIME ZONE 'UTC',
           nullif(first_seen_at, last_modified_at) AT TIME ZONE 'UTC', deleted_at AT TIME ZONE 'UTC', pruned_at AT TIME ZONE 'UTC',
           CASE WHEN bytes >= ${maxBytes}::bigint THEN true END
      FROM (SELECT c.*, sum(payload_bytes) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) AS bytes
              FROM (SELECT ${COLUMNS} FROM records r WHERE ${conditions.join(' AND ')}
                     ORDER BY ${order} LIMIT ${limit}::int + 1) c) p
     WHERE bytes - payload_bytes < ${maxBytes}::bigint
     ORDER BY seq`;
  return { sql, values };
}
