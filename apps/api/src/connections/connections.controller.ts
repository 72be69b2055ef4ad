import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import {
  connectionParamsSchema,
  connectionQuerySchema,
  createConnectionBodySchema,
  getConnectionQuerySchema,
  patchConnectionBodySchema,
  type Connection,
  type ConnectionParams,
  type ConnectionQuery,
  type CreateConnectionBody,
  type GetConnectionQuery,
  type PatchConnectionBody,
} from '@svc/contracts';
import { ConnectionEditor, ConnectionImporter, ConnectionReader, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Connections (wire contract, section 5). */
@Controller('connections')
export class ConnectionsController {
  constructor(
    private readonly reader: ConnectionReader,
    private readonly importer: ConnectionImporter,
    private readonly editor: ConnectionEditor,
  ) {}

  @Post()
  @EnvironmentAccess('environment:connections:create')
  async create(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: createConnectionBodySchema }) body: CreateConnectionBody,
  ): Promise<Connection> {
    return this.importer.import(caller, body);
  }

  @Get(':connectionId')
  @EnvironmentAccess('environment:connections:read')
  async get(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Param({ schema: connectionParamsSchema }) { connectionId }: ConnectionParams,
    @Query({ schema: getConnectionQuerySchema }) query: GetConnectionQuery,
  ): Promise<Connection> {
    return this.reader.get(caller, connectionId, query);
  }

  @Patch(':connectionId')
  @EnvironmentAccess('environment:connections:update')
  async patch(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: connectionParamsSchema }) { connectionId }: ConnectionParams,
    @Query({ schema: connectionQuerySchema }) { provider_config_key: providerConfigKey }: ConnectionQuery,
    @Body({ schema: patchConnectionBodySchema }) body: PatchConnectionBody,
  ): Promise<{ success: true }> {
    await this.editor.patch({ environmentId, providerConfigKey, connectionId }, body);
    return { success: true };
  }
}
