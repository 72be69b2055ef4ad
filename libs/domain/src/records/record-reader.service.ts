import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { RECORD_METADATA_KEY, type ListRecordsQuery } from '@svc/contracts';
import { Database, RecordReadRepository, RecordStreamRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { decodeCursor, encodeCursor } from './record-cursor.js';
import { renderRecord } from './record-json.js';

/** A page ends after the record that passes this size. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** Whose records: internal ids. */
export interface RecordOwner {
  readonly environmentId: number;
  readonly connectionId: number;
}

/** Reads change streams. */
@Injectable()
export class RecordReader {
  private readonly streams = new RecordStreamRepository();
  private readonly records = new RecordReadRepository();
  private readonly metadataKeys: string[];

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    const { canonical, aliases } = RECORD_METADATA_KEY;
    this.metadataKeys = config.api.emitWireAliases ? [canonical, ...aliases] : [canonical];
  }

  /** JSON text of `{records, next_cursor}`. A model that nobody saved is an empty list. */
  async readPage(owner: RecordOwner, query: ListRecordsQuery): Promise<string> {
    const stream = await this.streams.find(this.database, { ...owner, model: query.model, variant: query.variant });
    const afterSeq = query.cursor === undefined ? undefined : decodeCursor(query.cursor, stream?.id);
    if (!stream) return '{"records":[],"next_cursor":null}';
    const page = await this.records.readPage(this.database, {
      streamId: stream.id,
      afterSeq,
      modifiedAfter: query.delta ?? query.modified_after,
      actions: query.filter,
      ids: query.ids,
      limit: query.limit,
      maxBytes: MAX_PAGE_BYTES,
    });
    const last = page.records.at(-1);
    const nextCursor = page.hasMore && last ? encodeCursor(stream.id, last.seq) : null;
    const records = page.records.map((record) => renderRecord(record, stream.id, this.metadataKeys)).join(',');
    return `{"records":[${records}],"next_cursor":${JSON.stringify(nextCursor)}}`;
  }
}
