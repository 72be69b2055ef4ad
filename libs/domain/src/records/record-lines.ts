import { MAX_RECORD_ID_LENGTH, RECORD_METADATA_KEY } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { hash } from 'node:crypto';

/** Records of one save, as parallel arrays, without the duplicates. */
export interface ParsedRecords {
  readonly ids: string[];
  /** First 128 bits of SHA-256 of each payload, 32 hexadecimal digits. */
  readonly hashes: string[];
  readonly payloads: string[];
  /** Ids that stood more than once; the first record was kept. */
  readonly duplicates: string[];
}

const HASH_DIGITS = 32;
const METADATA_KEYS = [RECORD_METADATA_KEY.canonical, ...RECORD_METADATA_KEY.aliases];

/**
 * Reads newline-delimited JSON, a record a line. The text of a line is kept as it came unless the record needs a change:
 * an id that is a number becomes text, bookkeeping that was read from the store is removed.
 * @throws {AppError} `invalid_sync_record` that names the line.
 */
export function parseRecordLines(text: string): ParsedRecords {
  const parsed: ParsedRecords = { ids: [], hashes: [], payloads: [], duplicates: [] };
  const seen = new Set<string>();
  const lines = text.split('\n');
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const { id, payload } = parseRecord(line, index);
    if (seen.has(id)) {
      parsed.duplicates.push(id);
      continue;
    }
    seen.add(id);
    parsed.ids.push(id);
    parsed.payloads.push(payload);
    parsed.hashes.push(hash('sha256', payload, 'hex').slice(0, HASH_DIGITS));
  }
  return parsed;
}

function parseRecord(line: string, index: number): { id: string; payload: string } {
  const record = parseObject(line, index);
  const { id } = record;
  const needsChange = typeof id === 'number' || METADATA_KEYS.some((key) => key in record);
  const text = toRecordId(id, index);
  if (!needsChange) return { id: text, payload: line };
  const clean: Record<string, unknown> = { ...record, id: text };
  for (const key of METADATA_KEYS) delete clean[key];
  return { id: text, payload: JSON.stringify(clean) };
}

function parseObject(line: string, index: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalidRecord(index, 'is not valid JSON', [], cause);
  }
  if (!isPlainObject(value)) throw invalidRecord(index, 'is not an object', []);
  return value;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The id of a record as it is stored: text of 1 to 255 characters. Numbers are taken as their decimal text. */
export function toRecordId(id: unknown, index: number): string {
  const text = typeof id === 'number' && Number.isFinite(id) ? String(id) : id;
  if (typeof text !== 'string') throw invalidRecord(index, 'needs an id that is text or a number', ['id']);
  if (text.length < 1 || text.length > MAX_RECORD_ID_LENGTH) {
    throw invalidRecord(index, `has an id of ${text.length} characters; 1 to ${MAX_RECORD_ID_LENGTH} are allowed`, [
      'id',
    ]);
  }
  if (text.includes('\0'))
    throw invalidRecord(index, 'has an id with a NUL character, which PostgreSQL cannot store', ['id']);
  return text;
}

function invalidRecord(index: number, problem: string, path: string[], cause?: unknown): AppError {
  const message = `Record ${index} ${problem}.`;
  return new AppError('invalid_sync_record', message, {
    errors: [{ code: 'custom', message, path: [String(index), ...path] }],
    cause,
  });
}
