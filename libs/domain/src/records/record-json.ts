import type { StoredRecord } from '@svc/database';
import { encodeCursor } from './record-cursor.js';

const FRACTION_DIGITS = 6;

/** `2026-01-31 12:00:00.5` as PostgreSQL writes UTC -> `2026-01-31T12:00:00.500000+00:00`. */
const writeIso = (utc: string): string => {
  const [seconds = '', fraction = ''] = utc.split('.');
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(FRACTION_DIGITS, '0')}+00:00`;
};

/** Records of one batch have one time, so the last answer is usually the next one too. */
let last = { utc: '', iso: '' };
function toIso(utc: string): string {
  if (last.utc !== utc) last = { utc, iso: writeIso(utc) };
  return last.iso;
}

const nullableIso = (utc: string | null): string => (utc === null ? 'null' : `"${toIso(utc)}"`);

function lastActionOf(record: StoredRecord): string {
  if (record.deletedAt !== null) return 'DELETED';
  return record.firstSeenAt === record.lastModifiedAt ? 'ADDED' : 'UPDATED';
}

/** What all records of a page have in common. */
export interface PageContext {
  readonly streamId: number;
  /** Keys under which the bookkeeping of a record stands. */
  readonly metadataKeys: readonly string[];
}

/**
 * JSON text of a record as the API shows it: the payload's text as it was saved, then the bookkeeping. The payload is neither
 * parsed nor written again.
 */
function renderRecord(record: StoredRecord, { streamId, metadataKeys }: PageContext): string {
  const open = record.payload === null ? `{"id":${JSON.stringify(record.externalId)}` : record.payload.slice(0, -1);
  const metadata =
    `{"first_seen_at":"${toIso(record.firstSeenAt)}","last_modified_at":"${toIso(record.lastModifiedAt)}",` +
    `"last_action":"${lastActionOf(record)}","deleted":${record.deletedAt !== null},` +
    `"deleted_at":${nullableIso(record.deletedAt)},"pruned_at":${nullableIso(record.prunedAt)},` +
    `"cursor":"${encodeCursor(streamId, record.seq)}"}`;
  return `${open}${metadataKeys.map((key) => `,"${key}":${metadata}`).join('')}}`;
}

/** The answer of `GET /records`, encoded once: a page has megabytes. */
export function renderPage(records: readonly StoredRecord[], nextCursor: string | null, context: PageContext): Buffer {
  let list = '';
  for (const record of records) list += `${list === '' ? '' : ','}${renderRecord(record, context)}`;
  return Buffer.from(`{"records":[${list}],"next_cursor":${JSON.stringify(nextCursor)}}`);
}
