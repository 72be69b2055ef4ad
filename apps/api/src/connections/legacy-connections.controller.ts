import { Body, Controller, Get, Headers, Param, Patch, Post, Query, UseFilters } from '@nestjs/common';
import {
  connectionParamsSchema,
  getConnectionQuerySchema,
  legacyCreateConnectionBodySchema,
  legacyMetadataQuerySchema,
  storableObjectSchema,
  type Connection,
  type ConnectionParams,
  type GetConnectionQuery,
  type LegacyCreateConnectionBody,
  type LegacyMetadataQuery,
} from '@svc/contracts';
import {
  ConnectionEditor,
  ConnectionReader,
  LegacyImport,
  type EnvironmentCaller,
  type LegacyImportAnswer,
} from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { LegacyMessageFilter } from './legacy-message.filter.js';
import { providerConfigKeyOf } from './provider-config-key-of.js';

type Metadata = Record<string, unknown>;

/** Deprecated routes of `/connection` that differ from those of `/connections` (wire contract, section 5). */
@Controller('connection')
export class LegacyConnectionsController {
  constructor(
    private readonly reader: ConnectionReader,
    private readonly legacyImport: LegacyImport,
    private readonly editor: ConnectionEditor,
  ) {}

  @Post()
  @EnvironmentAccess('environment:connections:create')
  async create(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: legacyCreateConnectionBodySchema }) body: LegacyCreateConnectionBody,
  ): Promise<LegacyImportAnswer> {
    return this.legacyImport.import(caller, body);
  }

  @Get(':connectionId')
  @EnvironmentAccess('environment:connections:read')
  @UseFilters(LegacyMessageFilter)
  async get(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Param({ schema: connectionParamsSchema }) { connectionId }: ConnectionParams,
    @Query({ schema: getConnectionQuerySchema }) query: GetConnectionQuery,
  ): Promise<Connection> {
    return this.reader.get(caller, connectionId, query);
  }

  @Post(':connectionId/metadata')
  @EnvironmentAccess('environment:connections:update')
  async replaceMetadata(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: connectionParamsSchema }) { connectionId }: ConnectionParams,
    @Query({ schema: legacyMetadataQuerySchema }) query: LegacyMetadataQuery,
    @Body({ schema: storableObjectSchema }) metadata: Metadata,
    @Headers('provider-config-key') header?: string,
  ): Promise<Metadata> {
    const provider_config_key = providerConfigKeyOf(query, header);
    const change = { connection_id: connectionId, provider_config_key, metadata };
    await this.editor.setMetadata(environmentId, change, 'replace');
    return metadata;
  }

  @Patch(':connectionId/metadata')
  @EnvironmentAccess('environment:connections:update')
  async mergeMetadata(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: connectionParamsSchema }) { connectionId }: ConnectionParams,
    @Query({ schema: legacyMetadataQuerySchema }) query: LegacyMetadataQuery,
    @Body({ schema: storableObjectSchema }) metadata: Metadata,
    @Headers('provider-config-key') header?: string,
  ): Promise<Metadata> {
    const provider_config_key = providerConfigKeyOf(query, header);
    const change = { connection_id: connectionId, provider_config_key, metadata };
    await this.editor.setMetadata(environmentId, change, 'merge');
    return metadata;
  }
}
