import type { CachedRecord, ListRecordsResponse } from '@svc/contracts';
import type { Bridge } from '../bridge.js';
import { assertModel } from './assert-model.js';

/** Ids in one request to the gateway (wire contract, section 16). */
const MAX_CHUNK_IDS = 100;

/** `getRecordsById` and `listRecords`. */
export class StoredRecords {
  constructor(
    private readonly bridge: Bridge,
    private readonly models: readonly string[],
  ) {}

  readonly getRecordsById = async <Id extends string | number>(
    ids: readonly Id[],
    model: string,
  ): Promise<Map<Id, CachedRecord>> => {
    if (!Array.isArray(ids)) throw new TypeError('getRecordsById: the first argument must be an array of ids.');
    assertModel(this.models, model, 'getRecordsById');
    const found = new Map<string, CachedRecord>();
    for (let start = 0; start < ids.length; start += MAX_CHUNK_IDS) {
      const { records } = await this.read(model, { ids: ids.slice(start, start + MAX_CHUNK_IDS) });
      for (const record of records) found.set(record.id, record);
    }
    return new Map(
      ids.flatMap((id): [Id, CachedRecord][] => {
        const record = found.get(String(id));
        return record ? [[id, record]] : [];
      }),
    );
  };

  readonly listRecords = (model: string, { cursor }: { cursor?: string } = {}): AsyncGenerator<CachedRecord> => {
    assertModel(this.models, model, 'listRecords');
    return this.pages(model, cursor);
  };

  private async *pages(model: string, cursor: string | undefined): AsyncGenerator<CachedRecord> {
    for (let next = cursor ?? ''; ;) {
      const page = await this.read(model, next === '' ? {} : { cursor: next });
      yield* page.records;
      if (page.next_cursor === null) return;
      next = page.next_cursor;
    }
  }

  private async read(model: string, query: object): Promise<ListRecordsResponse> {
    return (await this.bridge.call('readRecords', { model }, JSON.stringify(query))).head as ListRecordsResponse;
  }
}
