import type { RecordWriteResult } from '@svc/contracts';
import { RECORD_METADATA_KEYS } from './record-metadata-keys.js';
import type { Bridge } from '../bridge.js';
import type { RunLog } from '../run-log.js';
import { assertModel } from './assert-model.js';
import type { MergingStrategies } from './merging-strategies.js';

/** Records in one request to the gateway (wire contract, section 16). */
const MAX_CHUNK_RECORDS = 1000;
/** Requests of one save at the same time. */
const CHUNKS_IN_FLIGHT = 3;
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

/** `batchSave`, `batchUpdate` and `batchDelete`. */
export class Records {
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly bridge: Bridge,
    private readonly log: RunLog,
    private readonly models: readonly string[],
    private readonly merging: MergingStrategies,
  ) {}

  /** Resolves once everything that was to be written so far is stored; throws what a write threw. */
  readonly written = async (): Promise<void> => {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  };

  readonly batchSave = async (records: readonly object[], model: string): Promise<boolean> =>
    await this.write('batchSave', 'saveRecords', records, model);

  readonly batchUpdate = async (records: readonly object[], model: string): Promise<boolean> =>
    await this.write('batchUpdate', 'updateRecords', records, model);

  readonly batchDelete = async (records: readonly object[], model: string): Promise<boolean> => {
    this.check(records, model, 'batchDelete');
    const ids = records.map((record, index) => idOf(record, index, 'batchDelete'));
    for (let start = 0; start < ids.length; start += MAX_CHUNK_RECORDS) {
      const body = JSON.stringify({ ids: ids.slice(start, start + MAX_CHUNK_RECORDS) });
      await this.send('deleteRecords', model, body);
    }
    return true;
  };

  private async write(
    helper: string,
    operation: 'saveRecords' | 'updateRecords',
    records: readonly object[],
    model: string,
  ): Promise<boolean> {
    this.check(records, model, helper);
    const chunks = chunksOf(this.distinct(records, model, helper), helper);
    // One chunk is being written while the next is being read and another is on its way. All take from one generator, so each is
    // sent once, and a failure of one ends it for all.
    const send = async (): Promise<void> => {
      for (const chunk of chunks) await this.send(operation, model, chunk);
    };
    const work = Promise.all(Array.from({ length: CHUNKS_IN_FLIGHT }, send)).then(() => undefined);
    this.underWay.add(work);
    await work;
    this.underWay.delete(work);
    return true;
  }

  private async send(operation: string, model: string, body: string): Promise<void> {
    const { head } = await this.bridge.call(operation, { model, ...this.merging.argsOf(model) }, body);
    this.merging.note(model, head as RecordWriteResult);
  }

  private check(records: unknown, model: string, helper: string): void {
    if (!Array.isArray(records)) throw new TypeError(`${helper}: the first argument must be an array of records.`);
    assertModel(this.models, model, helper);
  }

  /** The first record of each id. Chunks are written in any order, so an id may stand in one of them only. */
  private distinct(records: readonly object[], model: string, helper: string): object[] {
    const seen = new Set<string>();
    const duplicates: string[] = [];
    const distinct = records.filter((record, index) => {
      const id = String(idOf(record, index, helper));
      if (seen.has(id)) duplicates.push(id);
      return seen.size < seen.add(id).size;
    });
    if (duplicates.length > 0) {
      const shown = duplicates.slice(0, 10).join(', ');
      this.log.write(
        'warn',
        `${helper}: ${duplicates.length} ids of ${model} stood more than once in one save, the first was kept: ${shown}`,
      );
    }
    return distinct;
  }
}
