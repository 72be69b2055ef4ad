import { Injectable } from '@nestjs/common';
import { satisfiesScope, type Connection, type Credentials, type GetConnectionQuery } from '@svc/contracts';
import { AppError, type ErrorCode } from '@svc/errors';
import type { EnvironmentCaller } from '../accounts/caller.js';
import { AppJwts } from '../auth-modes/app/app-jwt.service.js';
import { ConnectionCredentialsService } from '../credentials/connection-credentials.service.js';
import type { FreshConnection, FreshRequest, MissingPart } from '../credentials/fresh-connection.js';
import { viewConnection } from './connection-view.js';
import { mayReadCredentials } from './may-read-credentials.js';

/** Codes of a refresh that failed or was not tried; here they are one (wire contract, section 5). */
const REFRESH_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_credentials',
  'connection_refresh_backoff',
  'refresh_interrupted',
]);

/** Shows one connection with credentials that work. */
@Injectable()
export class ConnectionReader {
  constructor(
    private readonly credentials: ConnectionCredentialsService,
    private readonly appJwts: AppJwts,
  ) {}

  /**
   * @throws AppError 400 `unknown_provider_config`, 404 `not_found`, 403 `forbidden`; 400 or 424 `invalid_credentials`
   *   with the connection in the payload when its credentials could not be refreshed.
   */
  async get(caller: EnvironmentCaller, connectionId: string, query: GetConnectionQuery): Promise<Connection> {
    checkAccess(caller, query);
    const request: FreshRequest = {
      environmentId: caller.environmentId,
      providerConfigKey: query.provider_config_key,
      connectionId,
      force: query.force_refresh,
      freshness: 'guaranteed',
      onMissing: missingAs(query.provider_config_key, connectionId),
    };
    try {
      const fresh = await this.credentials.getFresh(request);
      const { integration, connection } = fresh;
      return viewConnection(integration, connection, {
        credentials: mayReadCredentials(caller) ? await this.shown(fresh, query) : undefined,
        includesRefreshToken: query.refresh_token,
      });
    } catch (error) {
      throw await this.withConnection(error, request);
    }
  }

  /** The JWT of an installed app is signed when it is asked for; nobody keeps it. */
  private async shown(
    { integration, connection: { connectionConfig }, credentials }: FreshConnection,
    query: GetConnectionQuery,
  ): Promise<Credentials> {
    const isApp = credentials.type === 'APP' || credentials.type === 'CUSTOM';
    if (!isApp || !asksForAppJwt(query)) return credentials;
    return { ...credentials, jwtToken: await this.appJwts.sign({ integration, connectionConfig }) };
  }

  /** A refresh that failed still tells everything but the credentials. */
  private async withConnection(error: unknown, request: FreshRequest): Promise<unknown> {
    if (!(error instanceof AppError) || !REFRESH_CODES.has(error.code)) return error;
    const { integration, connection } = await this.credentials.getStored(request);
    const payload = { ...Object(error.details.payload), connection: viewConnection(integration, connection, {}) };
    return new AppError('invalid_credentials', error.message, { ...error.details, status: error.status, payload });
  }
}

function checkAccess({ scopes }: EnvironmentCaller, query: GetConnectionQuery): void {
  const asks = query.force_refresh || query.refresh_token || asksForAppJwt(query);
  if (!asks || satisfiesScope(scopes, 'environment:connections:read_credentials')) return;
  throw new AppError(
    'forbidden',
    'force_refresh, refresh_token and refresh_app_jwt_token need the scope environment:connections:read_credentials: use a key that has it.',
  );
}

const asksForAppJwt = (query: GetConnectionQuery): boolean =>
  query.refresh_app_jwt_token || query.refresh_github_app_jwt_token;

const missingAs =
  (providerConfigKey: string, connectionId: string) =>
  (part: MissingPart): AppError =>
    part === 'integration'
      ? new AppError(
          'unknown_provider_config',
          `There is no integration "${providerConfigKey}" in this environment: check provider_config_key.`,
        )
      : new AppError(
          'not_found',
          `There is no connection "${connectionId}" for the integration "${providerConfigKey}".`,
        );
