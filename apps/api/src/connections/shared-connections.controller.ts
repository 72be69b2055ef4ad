import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  connectionMetadataBodySchema,
  connectionParamsSchema,
  connectionQuerySchema,
  listConnectionsQuerySchema,
  type ConnectionMetadataBody,
  type ConnectionParams,
  type ConnectionQuery,
  type ListConnectionsQuery,
  type ListConnectionsResponse,
} from '@svc/contracts';
import { CONFIG, ConnectionDeletion, ConnectionEditor, ConnectionList, type EnvironmentCaller } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { nextLink } from './next-link.js';

/** What `/connections` and its deprecated alias `/connection` answer alike (wire contract, section 5). */
@Controller(['connections', 'connection'])
export class SharedConnectionsController {
  constructor(
    private readonly connections: ConnectionList,
    private readonly editor: ConnectionEditor,
    private readonly deletion: ConnectionDeletion,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @EnvironmentAccess('environment:connections:list')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listConnectionsQuerySchema }) query: ListConnectionsQuery,
    @Req() { url }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListConnectionsResponse> {
    const { connections, total, nextPage } = await this.connections.list(environmentId, query);
    void reply.header('X-Total-Count', total);
    if (nextPage !== undefined) void reply.header('Link', nextLink(this.config.api.publicUrl, url, nextPage));
    return { connections };
  }

  @Delete(':connectionId')
  @EnvironmentAccess('environment:connections:delete')
  async delete(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: connectionParamsSchema }) { connectionId }: ConnectionParams,
    @Query({ schema: connectionQuerySchema }) { provider_config_key: providerConfigKey }: ConnectionQuery,
  ): Promise<void> {
    await this.deletion.delete({ environmentId, providerConfigKey, connectionId });
  }

  @Post('metadata')
  @EnvironmentAccess('environment:connections:update')
  async replaceMetadata(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: connectionMetadataBodySchema }) body: ConnectionMetadataBody,
  ): Promise<ConnectionMetadataBody> {
    await this.editor.setMetadata(environmentId, body, 'replace');
    return body;
  }

  @Patch('metadata')
  @EnvironmentAccess('environment:connections:update')
  async mergeMetadata(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: connectionMetadataBodySchema }) body: ConnectionMetadataBody,
  ): Promise<ConnectionMetadataBody> {
    await this.editor.setMetadata(environmentId, body, 'merge');
    return body;
  }
}
