import type { StoredRecord } from '@svc/database';
import { Readable } from 'node:stream';
import { encodeCursor } from './record-cursor.js';

const FRACTION_DIGITS = 6;

/** `2026-01-31 12:00:00.5` as PostgreSQL writes UTC -> `2026-01-31T12:00:00.500000+00:00`. */
const writeIso = (utc: string): string => {
  const [seconds = '', fraction = ''] = utc.split('.');
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(FRACTION_DIGITS, '0')}+00:00`;
};

const nullableIso = (utc: string | null): string => (utc === null ? 'null' : `"${writeIso(utc)}"`);

function lastActionOf({ deletedAt, firstSeenAt }: StoredRecord): string {
  if (deletedAt !== null) return 'DELETED';
  return firstSeenAt === null ? 'ADDED' : 'UPDATED';
}

/** The bookkeeping of a record up to its cursor. */
const renderTimes = (record: StoredRecord): string =>
  `{"first_seen_at":"${writeIso(record.firstSeenAt ?? record.lastModifiedAt)}",` +
  `"last_modified_at":"${writeIso(record.lastModifiedAt)}","last_action":"${lastActionOf(record)}",` +
  `"deleted":${record.deletedAt !== null},"deleted_at":${nullableIso(record.deletedAt)},` +
  `"pruned_at":${nullableIso(record.prunedAt)},"cursor":"`;

const haveSameTimes = (one: StoredRecord, other: StoredRecord): boolean =>
  one.lastModifiedAt === other.lastModifiedAt &&
  one.firstSeenAt === other.firstSeenAt &&
  one.deletedAt === other.deletedAt &&
  one.prunedAt === other.prunedAt;

/** What all records of a page have in common. */
export interface PageContext {
  readonly streamId: number;
  /** Keys under which the bookkeeping of a record stands. */
  readonly metadataKeys: readonly string[];
}

/** A page that is longer than this is on its way before it is complete. */
const PIECE_BYTES = 64 * 1024;

/** The answer of `GET /records`: whole when it is short, a stream of JSON text otherwise. */
export type RecordPageBody = Buffer | Readable;

/**
 * Writes the answer of `GET /records` while its records arrive: of each the payload's text as it was saved, then the bookkeeping.
 * The payload is neither parsed nor written again, and goes out while PostgreSQL reads the next ones.
 */
export class RecordPageText {
  private readonly readable = new Readable({ read: () => undefined });
  private readonly started = Promise.withResolvers<Readable>();
  private hasStarted = false;
  private piece = Buffer.allocUnsafe(PIECE_BYTES);
  private length = 0;
  private last: StoredRecord | undefined;
  /** What stands before each cursor of the last record. Records of one batch have one time, so it is usually right for the next. */
  private heads: string[] = [];

  constructor(private readonly context: PageContext) {
    // Whoever sends the stream learns of an error from it; until then there is nobody to be told.
    this.readable.on('error', () => undefined);
    this.write('{"records":[');
  }

  /** Whether a part of it is on its way. */
  get isStreamed(): boolean {
    return this.hasStarted;
  }

  /** Resolves as soon as the page is too long to be answered whole. */
  get stream(): Promise<Readable> {
    return this.started.promise;
  }

  add(record: StoredRecord): void {
    if (!this.last || !haveSameTimes(this.last, record)) this.heads = this.headsOf(record);
    this.last = record;
    const cursor = encodeCursor(this.context.streamId, record.seq);
    this.write(record.payload ?? `{"id":${JSON.stringify(record.externalId)}}`);
    this.length -= '}'.length;
    this.write(`${this.heads.map((head) => head + cursor).join('')}"}},`);
  }

  end(nextCursor: string | null): RecordPageBody {
    if (this.last) this.length -= ','.length;
    this.write(`],"next_cursor":${JSON.stringify(nextCursor)}}`);
    const rest = this.piece.subarray(0, this.length);
    if (!this.hasStarted) return rest;
    this.readable.push(rest);
    this.readable.push(null);
    return this.readable;
  }

  /** Cuts off what has gone out already. */
  fail(error: unknown): never {
    const reason = error instanceof Error ? error : new Error(String(error));
    this.readable.destroy(reason);
    throw reason;
  }

  private headsOf(record: StoredRecord): string[] {
    const times = renderTimes(record);
    return this.context.metadataKeys.map((key, index) => `${index === 0 ? '' : '"}'},"${key}":${times}`);
  }

  private write(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.length + bytes > this.piece.length) this.startPiece(bytes);
    this.length += this.piece.write(text, this.length);
  }

  private startPiece(bytes: number): void {
    this.readable.push(this.piece.subarray(0, this.length));
    this.piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, bytes));
    this.length = 0;
    this.hasStarted = true;
    this.started.resolve(this.readable);
  }
}
