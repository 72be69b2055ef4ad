import { RECORD_METADATA_KEYS } from './record-metadata-keys.js';
import type { RecordWriteResult } from '@svc/contracts';
import type { Bridge } from '../bridge.js';
import type { RunLog } from '../run-log.js';

/** Records in one request to the gateway (wire contract, section 16). */
const MAX_CHUNK_RECORDS = 1000;
/** Characters in one request, so that large records do not make requests that no server takes. */
const MAX_CHUNK_LENGTH = 8 * 1024 * 1024;

const idOf = (record: unknown, index: number, helper: string): string | number => {
  const id: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : undefined;
  if (typeof id === 'number' && Number.isFinite(id)) return id;
  if (typeof id === 'string' && id.length >= 1 && id.length <= 255) return id;
  const shown = typeof id === 'string' ? `text of ${id.length} characters` : String(id);
  throw new TypeError(
    `${helper}: the id of record ${index} is ${shown}; every record needs an "id", text of 1 to 255 characters or a number.`,
  );
};

const serialise = (record: object, index: number, helper: string): string => {
  idOf(record, index, helper);
  const own = RECORD_METADATA_KEYS.some((key) => key in record) ? withoutMetadata(record) : record;
  try {
    return JSON.stringify(own);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${helper}: record ${index} cannot be written as JSON: ${reason}`, { cause: error });
  }
};

const withoutMetadata = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !RECORD_METADATA_KEYS.includes(key)));

function* chunksOf(records: readonly object[], helper: string): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  for (const [index, record] of records.entries()) {
    const line = serialise(record, index, helper);
    if (lines.length === MAX_CHUNK_RECORDS || (lines.length > 0 && length + line.length > MAX_CHUNK_LENGTH)) {
      yield lines.join('\n');
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield lines.join('\n');
}

/** `batchSave` and `batchDelete`. */
export class Records {
  constructor(
    private readonly bridge: Bridge,
    private readonly log: RunLog,
    private readonly models: readonly string[],
  ) {}

  readonly batchSave = async (records: readonly object[], model: string): Promise<boolean> => {
    this.check(records, model, 'batchSave');
    records.forEach((record, index) => idOf(record, index, 'batchSave'));
    for (const chunk of chunksOf(records, 'batchSave')) {
      const { head } = await this.bridge.call('saveRecords', { model }, chunk);
      this.warnOfDuplicates(head as RecordWriteResult, model);
    }
    return true;
  };

  readonly batchDelete = async (records: readonly object[], model: string): Promise<boolean> => {
    this.check(records, model, 'batchDelete');
    const ids = records.map((record, index) => idOf(record, index, 'batchDelete'));
    for (let start = 0; start < ids.length; start += MAX_CHUNK_RECORDS) {
      await this.bridge.call(
        'deleteRecords',
        { model },
        JSON.stringify({ ids: ids.slice(start, start + MAX_CHUNK_RECORDS) }),
      );
    }
    return true;
  };

  private check(records: unknown, model: string, helper: string): void {
    if (!Array.isArray(records)) throw new TypeError(`${helper}: the first argument must be an array of records.`);
    if (this.models.includes(model)) return;
    throw new TypeError(
      `${helper}: this sync has no model "${String(model)}"; it has ${this.models.join(', ') || 'none'}.`,
    );
  }

  private warnOfDuplicates({ duplicates }: RecordWriteResult, model: string): void {
    if (duplicates.length === 0) return;
    const shown = duplicates.slice(0, 10).join(', ');
    this.log.write(
      'warn',
      `batchSave: ${duplicates.length} ids of ${model} stood more than once in one save, the first was kept: ${shown}`,
    );
  }
}
