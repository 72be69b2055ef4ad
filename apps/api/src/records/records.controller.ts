import { Body, Controller, Get, Header, Patch, Query } from '@nestjs/common';
import {
  listRecordsQuerySchema,
  pruneRecordsBodySchema,
  type ListRecordsQuery,
  type PruneRecordsBody,
  type PruneRecordsResponse,
} from '@svc/contracts';
import { RecordPruner, RecordReader, type EnvironmentCaller, type RecordPageBody } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders, type NamedConnection } from '../edge/connection-headers.decorator.js';

/** Reads and prunes the record cache (wire contract, section 8). */
@Controller('records')
export class RecordsController {
  constructor(
    private readonly records: RecordReader,
    private readonly pruner: RecordPruner,
  ) {}

  /** The answer is JSON text already: a page of 10,000 records is not parsed and written again. */
  @Get()
  @EnvironmentAccess('environment:records:read')
  @Header('content-type', 'application/json; charset=utf-8')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @Query({ schema: listRecordsQuerySchema }) query: ListRecordsQuery,
  ): Promise<RecordPageBody> {
    return await this.records.readPage({ environmentId, ...connection }, query);
  }

  /** Takes payloads away that a reader has taken over; ids and bookkeeping stay. */
  @Patch('prune')
  @EnvironmentAccess('environment:records:write')
  async prune(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @Body({ schema: pruneRecordsBodySchema }) body: PruneRecordsBody,
  ): Promise<PruneRecordsResponse> {
    return await this.pruner.prune({ environmentId, ...connection }, body);
  }
}
