import type {
  Connection,
  ConnectionMetadataBody,
  ConnectSessionResponse,
  CreateConnectionRequest,
  CreateConnectSessionRequest,
  Credentials,
  ListConnectionsResponse,
  ListedConnection,
  PatchConnectionBody,
  ReconnectSessionRequest,
} from '@svc/contracts';
import { pause } from './pause.js';
import type {
  GetConnectionOptions,
  ListConnectionsRequest,
  OAuth1Token,
  WaitForConnectionOptions,
} from './requests.js';
import { SvcError } from './svc-error.js';
import { SyncClient } from './sync-client.js';

const part = (value: string): string => encodeURIComponent(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How long {@link ConnectionClient.waitForConnection} waits (specification, "Limits"). */
const WAIT_ATTEMPTS = 30;
const WAIT_INTERVAL_MS = 2_000;

/** The part of the client that connects accounts and looks after connections. */
export class ConnectionClient extends SyncClient {
  /** Lets one end user connect accounts for 30 minutes. Give the token, or send the browser to `connect_link`. */
  async createConnectSession(body: CreateConnectSessionRequest = {}): Promise<ConnectSessionResponse> {
    return await this.transport.call({ method: 'POST', path: '/connect/sessions', body });
  }

  /** The same for a connection that a session made before: its credentials are replaced, its id stays. */
  async createReconnectSession(body: ReconnectSessionRequest): Promise<ConnectSessionResponse> {
    return await this.transport.call({ method: 'POST', path: '/connect/sessions/reconnect', body });
  }

  /**
   * Waits until an end user has a connection to an integration: asks every 2 seconds, 30 times.
   *
   * @param endUserId `end_user.id` of the session, or its tag `end_user_id`.
   * @throws {SvcError} code `wait_for_connection_timeout` when there is none after a minute.
   */
  async waitForConnection(
    integrationKey: string,
    endUserId: string,
    { signal, intervalMs = WAIT_INTERVAL_MS }: WaitForConnectionOptions = {},
  ): Promise<ListedConnection> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const { connections } = await this.listConnections({
        integrationId: integrationKey,
        userId: endUserId,
        limit: 1,
      });
      const [found] = connections;
      if (found) return found;
      if (attempt === WAIT_ATTEMPTS) break;
      await pause(intervalMs, signal);
    }
    throw new SvcError({
      status: 0,
      code: 'wait_for_connection_timeout',
      message: `"${endUserId}" has no connection to "${integrationKey}" after ${WAIT_ATTEMPTS} attempts.`,
    });
  }

  /** A page of connections, without credentials. */
  async listConnections({
    integrationId,
    userId,
    ...request
  }: ListConnectionsRequest = {}): Promise<ListConnectionsResponse> {
    const query = {
      ...request,
      endUserId: userId,
      integrationId: Array.isArray(integrationId) ? integrationId.join(',') : integrationId,
    };
    return await this.transport.call({ method: 'GET', path: '/connections', query });
  }

  /** A connection with fresh credentials. Do not keep its token for more than 5 minutes. */
  async getConnection(
    providerConfigKey: string,
    connectionId: string,
    options: GetConnectionOptions = {},
  ): Promise<Connection> {
    return await this.transport.call({
      method: 'GET',
      path: `/connections/${part(connectionId)}`,
      query: {
        provider_config_key: providerConfigKey,
        force_refresh: options.forceRefresh ?? false,
        refresh_token: options.refreshToken ?? false,
        refresh_app_jwt_token: options.refreshAppJwtToken,
      },
    });
  }

  /**
   * What a call to the provider is authorized with: the access token of OAuth 2, the token pair of OAuth 1, or the credentials
   * of any other kind. Undefined when the key has no credentials scope.
   */
  async getToken(
    providerConfigKey: string,
    connectionId: string,
    options?: GetConnectionOptions,
  ): Promise<string | OAuth1Token | Credentials | undefined> {
    const { credentials } = await this.getConnection(providerConfigKey, connectionId, options);
    if (credentials?.type === 'OAUTH2') return credentials.access_token;
    if (credentials?.type !== 'OAUTH1') return credentials;
    return { oAuthToken: credentials.oauth_token, oAuthTokenSecret: credentials.oauth_token_secret };
  }

  /** The provider's own answer with the token. Undefined where there is none, or when the key has no credentials scope. */
  async getRawTokenResponse(
    providerConfigKey: string,
    connectionId: string,
    options?: GetConnectionOptions,
  ): Promise<Record<string, unknown> | undefined> {
    const { credentials } = await this.getConnection(providerConfigKey, connectionId, options);
    const raw: unknown = credentials && 'raw' in credentials ? credentials.raw : undefined;
    return isObject(raw) ? raw : undefined;
  }

  /** Creates a connection from credentials that you hold already, or replaces one of the same id. */
  async importConnection(body: CreateConnectionRequest): Promise<Connection> {
    return await this.transport.call({ method: 'POST', path: '/connections', body });
  }

  /** Changes tags, the webhook override or the end user of a connection. */
  async patchConnection(
    { connectionId, provider_config_key }: { connectionId: string; provider_config_key: string },
    body: PatchConnectionBody,
  ): Promise<{ success: boolean }> {
    return await this.transport.call({
      method: 'PATCH',
      path: `/connections/${part(connectionId)}`,
      query: { provider_config_key },
      body,
    });
  }

  /** Removes a connection with its syncs. */
  async deleteConnection(providerConfigKey: string, connectionId: string): Promise<void> {
    await this.transport.call({
      method: 'DELETE',
      path: `/connections/${part(connectionId)}`,
      query: { provider_config_key: providerConfigKey },
    });
  }

  /** What you keep beside a connection. Reading it fetches the connection. */
  async getMetadata<T = Record<string, unknown>>(providerConfigKey: string, connectionId: string): Promise<T> {
    const { metadata } = await this.getConnection(providerConfigKey, connectionId);
    return metadata as T;
  }

  /** Replaces the metadata of one or several connections. */
  async setMetadata(
    providerConfigKey: string,
    connectionId: string | string[],
    metadata: Record<string, unknown>,
  ): Promise<ConnectionMetadataBody> {
    return await this.transport.call({
      method: 'POST',
      path: '/connections/metadata',
      body: { provider_config_key: providerConfigKey, connection_id: connectionId, metadata },
    });
  }

  /** Merges the given properties into the metadata of one or several connections. */
  async updateMetadata(
    providerConfigKey: string,
    connectionId: string | string[],
    metadata: Record<string, unknown>,
  ): Promise<ConnectionMetadataBody> {
    return await this.transport.call({
      method: 'PATCH',
      path: '/connections/metadata',
      body: { provider_config_key: providerConfigKey, connection_id: connectionId, metadata },
    });
  }
}
