import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { RECORD_METADATA_KEY, type ListRecordsQuery } from '@svc/contracts';
import { Database, RecordReadRepository, RecordStreamRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { CONFIG } from '../core/core.tokens.js';
import { decodeCursor, encodeCursor } from './record-cursor.js';
import { renderPage } from './record-json.js';

/** A page ends after the record that passes this size. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** A connection as its caller names it. */
export interface ConnectionNames {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

/** Reads change streams. */
@Injectable()
export class RecordReader {
  private readonly streams = new RecordStreamRepository();
  private readonly records = new RecordReadRepository();
  private readonly metadataKeys: string[];

  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionLookup,
    @Inject(CONFIG) config: Config,
  ) {
    const { canonical, aliases } = RECORD_METADATA_KEY;
    this.metadataKeys = config.api.emitWireAliases ? [canonical, ...aliases] : [canonical];
  }

  /**
   * JSON text of `{records, next_cursor}`, in UTF-8. A model that nobody saved is an empty list.
   * @throws {AppError} 400 `unknown_provider_config`, `unknown_connection` or `invalid_query_params` for a foreign cursor.
   */
  async readPage(address: ConnectionNames, query: ListRecordsQuery): Promise<Buffer> {
    const connectionId = await this.internalIdOf(address);
    const { environmentId } = address;
    const stream = await this.streams.find(this.database, {
      environmentId,
      connectionId,
      model: query.model,
      variant: query.variant,
    });
    const afterSeq = query.cursor === undefined ? undefined : decodeCursor(query.cursor, stream?.id);
    if (!stream) return renderPage([], null, { streamId: 0, metadataKeys: [] });
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
    return renderPage(page.records, nextCursor, { streamId: stream.id, metadataKeys: this.metadataKeys });
  }

  private async internalIdOf(address: ConnectionNames): Promise<number> {
    const { integration, connection } = await this.connections.find(address);
    if (!integration) {
      throw new AppError(
        'unknown_provider_config',
        `No integration "${address.providerConfigKey}" exists in this environment: check Provider-Config-Key.`,
      );
    }
    if (!connection) {
      throw new AppError(
        'unknown_connection',
        `No connection "${address.connectionId}" exists for integration "${integration.uniqueKey}": check Connection-Id.`,
      );
    }
    return connection.id;
  }
}
