import { Body, Controller, Get, HttpCode, Patch, Put, Query } from '@nestjs/common';
import {
  booleanTextSchema,
  connectionIdSchema,
  storableObjectSchema,
  uniqueKeySchema,
  type Connection,
} from '@svc/contracts';
import { ConnectionRepository, Database } from '@svc/database';
import { AppJwts, ConnectionCredentialsService, viewConnection, type RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';
import { z } from 'zod';
import { CurrentRun } from './current-run.decorator.js';

const connectionQuerySchema = z.strictObject({
  force_refresh: booleanTextSchema.default(false),
  refresh_token: booleanTextSchema.default(false),
  refresh_app_jwt_token: booleanTextSchema.default(false),
  provider_config_key: uniqueKeySchema.optional(),
  connection_id: connectionIdSchema.optional(),
});

type Metadata = z.infer<typeof storableObjectSchema>;

/** The connection of a run, with credentials, and its metadata. */
@Controller('run')
export class RunConnectionController {
  private readonly connections: ConnectionRepository;

  constructor(
    database: Database,
    private readonly credentials: ConnectionCredentialsService,
    private readonly appJwts: AppJwts,
  ) {
    this.connections = new ConnectionRepository(database);
  }

  @Get('connection')
  async get(
    @CurrentRun() run: RunClaims,
    @Query({ schema: connectionQuerySchema }) query: z.infer<typeof connectionQuerySchema>,
  ): Promise<Connection> {
    const { integration, connection, credentials } = await this.credentials.getFresh({
      environmentId: run.environmentId,
      providerConfigKey: query.provider_config_key ?? run.providerConfigKey,
      connectionId: query.connection_id ?? run.connectionKey,
      force: query.force_refresh,
    });
    const isApp = credentials.type === 'APP' || credentials.type === 'CUSTOM';
    const { connectionConfig } = connection;
    const jwtToken =
      isApp && query.refresh_app_jwt_token ? await this.appJwts.sign({ integration, connectionConfig }) : undefined;
    return viewConnection(integration, connection, {
      credentials: { ...credentials, ...(jwtToken !== undefined && { jwtToken }) },
      includesRefreshToken: query.refresh_token,
    });
  }

  @Get('metadata')
  async metadata(@CurrentRun() { environmentId, connectionId }: RunClaims): Promise<Metadata> {
    const { connection } = await this.credentials.getStored({ environmentId, id: connectionId });
    return connection.metadata ?? {};
  }

  @Put('metadata')
  @HttpCode(204)
  async setMetadata(
    @CurrentRun() run: RunClaims,
    @Body({ schema: storableObjectSchema }) metadata: Metadata,
  ): Promise<void> {
    await this.changeMetadata(run, metadata, 'replace');
  }

  @Patch('metadata')
  @HttpCode(204)
  async updateMetadata(
    @CurrentRun() run: RunClaims,
    @Body({ schema: storableObjectSchema }) metadata: Metadata,
  ): Promise<void> {
    await this.changeMetadata(run, metadata, 'merge');
  }

  private async changeMetadata(
    { environmentId, providerConfigKey, connectionKey }: RunClaims,
    metadata: Metadata,
    mode: 'replace' | 'merge',
  ): Promise<void> {
    const set = { environmentId, providerConfigKey, connectionIds: [connectionKey] };
    if ((await this.connections.setMetadata(set, metadata, mode)) === 1) return;
    throw new AppError('unknown_connection', `The connection "${connectionKey}" of this run was deleted.`, {
      status: 404,
    });
  }
}
