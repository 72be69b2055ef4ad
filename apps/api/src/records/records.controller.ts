import { Controller, Get, Header, Query } from '@nestjs/common';
import { listRecordsQuerySchema, type ListRecordsQuery } from '@svc/contracts';
import { RecordReader, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders, type NamedConnection } from '../edge/connection-headers.decorator.js';

/** Reads the record cache (wire contract, section 8). */
@Controller('records')
export class RecordsController {
  constructor(private readonly records: RecordReader) {}

  /** The answer is JSON text already: a page of 10,000 records is not parsed and written again. */
  @Get()
  @EnvironmentAccess('environment:records:read')
  @Header('content-type', 'application/json; charset=utf-8')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @Query({ schema: listRecordsQuerySchema }) query: ListRecordsQuery,
  ): Promise<Buffer> {
    return await this.records.readPage({ environmentId, ...connection }, query);
  }
}
