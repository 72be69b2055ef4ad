import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { RECORD_METADATA_KEY, type ListRecordsQuery } from '@svc/contracts';
import { Database, RecordReadRepository, type RecordStreamKey, type RecordStreamRow } from '@svc/database';
import type { Logger } from '@svc/observability';
import { CONFIG, LOGGER } from '../core/core.tokens.js';
import type { ConnectionNames } from './connection-names.js';
import { decodeCursor, encodeCursor } from './record-cursor.js';
import { RecordPageText, type RecordPageBody } from './record-page-text.js';
import { RecordStreams } from './record-streams.service.js';

/** A page ends after the record that passes this size. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** What of a stream is read. */
export type StreamQuery = Omit<ListRecordsQuery, 'model' | 'variant'>;

/** Reads change streams. */
@Injectable()
export class RecordReader {
  private readonly records = new RecordReadRepository();
  private readonly metadataKeys: string[];

  constructor(
    private readonly database: Database,
    private readonly streams: RecordStreams,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { canonical, aliases } = RECORD_METADATA_KEY;
    this.metadataKeys = config.api.emitWireAliases ? [canonical, ...aliases] : [canonical];
  }

  /**
   * JSON text of `{records, next_cursor}`, in UTF-8. It does not wait for a slow reader: a page has its bound in bytes. A model
   * that nobody saved is an empty list.
   * @throws {AppError} 400 `unknown_provider_config`, `unknown_connection` or `invalid_query_params` for a foreign cursor.
   */
  async readPage(address: ConnectionNames, query: ListRecordsQuery): Promise<RecordPageBody> {
    return await this.render(await this.streams.find(address, query), query);
  }

  /** The same for a run, which knows its connection by number. */
  async readStream(key: RecordStreamKey, query: StreamQuery): Promise<RecordPageBody> {
    return await this.render(await this.streams.findByKey(key), query);
  }

  private async render(stream: RecordStreamRow | undefined, query: StreamQuery): Promise<RecordPageBody> {
    const cursorSeq = query.cursor === undefined ? undefined : decodeCursor(query.cursor, stream?.id);
    const text = new RecordPageText({ streamId: stream?.id ?? 0, metadataKeys: this.metadataKeys });
    if (!stream) return text.end(null);
    const page = this.records.readPage(
      this.database,
      {
        streamId: stream.id,
        afterSeq: laterOf(cursorSeq, stream.emptiedToSeq ?? undefined),
        modifiedAfter: query.delta ?? query.modified_after,
        actions: query.filter,
        ids: query.ids,
        limit: query.limit,
        maxBytes: MAX_PAGE_BYTES,
      },
      (record) => text.add(record),
    );
    const whole = page
      .then(({ hasMore, lastSeq }) => text.end(hasMore && lastSeq ? encodeCursor(stream.id, lastSeq) : null))
      .catch((error: unknown) => {
        if (text.isStreamed) this.logger.warn({ err: error, streamId: stream.id }, 'A page of records was cut off.');
        return text.fail(error);
      });
    return await Promise.race([whole, text.stream]);
  }
}

/** What was removed when the cache was emptied may still stand there: a reader begins after it. */
const laterOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && BigInt(other) > BigInt(one)) ? other : one;
