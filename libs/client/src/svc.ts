import type {
  AsyncAction,
  Connection,
  ConnectionMetadataBody,
  CreateConnectionRequest,
  CreateIntegrationBody,
  EnvironmentVariable,
  FunctionCode,
  FunctionSummary,
  GetProviderResponse,
  IntegrationResponse,
  Integration,
  ListConnectionsResponse,
  ListFunctionsResponse,
  ListIntegrationsResponse,
  ListProvidersResponse,
  PatchConnectionBody,
  ProviderTemplatesResponse,
  ScriptsConfig,
  UpdateIntegrationBody,
} from '@svc/contracts';
import type {
  ActionRequest,
  FunctionRequest,
  GetConnectionOptions,
  ListConnectionsRequest,
  ListFunctionsRequest,
} from './requests.js';
import { SyncClient } from './sync-client.js';
import { Transport, type SvcOptions } from './transport.js';

const part = (value: string): string => encodeURIComponent(value);

/**
 * Client of the Integration Gateway for backends. Every method throws {@link SvcError} when the gateway does not answer with
 * success.
 *
 * @example
 * const svc = new Svc({ apiKey: secretKey, host: 'https://gateway.example.com' });
 * const { records } = await svc.listRecords({ providerConfigKey: 'github', connectionId: 'user-1', model: 'Issue' });
 */
export class Svc extends SyncClient {
  constructor(options: SvcOptions) {
    super(new Transport(options));
  }

  // Providers

  /** The catalogue; `search` is a part of a provider's name. */
  async listProviders(query: { search?: string } = {}): Promise<ListProvidersResponse> {
    return await this.transport.call({ method: 'GET', path: '/providers', query });
  }

  /** One provider of the catalogue. */
  async getProvider({ provider }: { provider: string }): Promise<GetProviderResponse> {
    return await this.transport.call({ method: 'GET', path: `/providers/${part(provider)}` });
  }

  /** Ready-made functions for a provider. */
  async getProviderTemplates({ provider }: { provider: string }): Promise<ProviderTemplatesResponse> {
    return await this.transport.call({ method: 'GET', path: `/providers/${part(provider)}/templates` });
  }

  // Integrations

  /** All integrations of the environment. */
  async listIntegrations(): Promise<{ configs: Integration[] }> {
    const { data } = await this.transport.call<ListIntegrationsResponse>({ method: 'GET', path: '/integrations' });
    return { configs: data };
  }

  /** @param include `credentials` needs a key with a credentials scope, else they are left out. */
  async getIntegration(
    { uniqueKey }: { uniqueKey: string },
    { include }: { include?: ('webhook' | 'credentials')[] } = {},
  ): Promise<IntegrationResponse> {
    return await this.transport.call({ method: 'GET', path: `/integrations/${part(uniqueKey)}`, query: { include } });
  }

  /** Configures a provider for the environment. */
  async createIntegration(body: CreateIntegrationBody): Promise<IntegrationResponse> {
    return await this.transport.call({ method: 'POST', path: '/integrations', body });
  }

  /** Changes what is given; maps merge by key, and empty text clears a value. */
  async updateIntegration(
    { uniqueKey }: { uniqueKey: string },
    body: UpdateIntegrationBody,
  ): Promise<IntegrationResponse> {
    return await this.transport.call({ method: 'PATCH', path: `/integrations/${part(uniqueKey)}`, body });
  }

  /** Removes an integration with its connections, syncs and functions. */
  async deleteIntegration(uniqueKey: string): Promise<{ success: true }> {
    return await this.transport.call({ method: 'DELETE', path: `/integrations/${part(uniqueKey)}` });
  }

  // Connections

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

  // Actions

  /** Runs an action and returns what it returned. */
  async triggerAction<T = unknown>(request: ActionRequest): Promise<T> {
    return await this.transport.call({ method: 'POST', path: '/action/trigger', ...this.actionRequest(request) });
  }

  /** Starts an action that goes on without the caller; ask for its result with {@link getAsyncActionResult}. */
  async triggerActionAsync(request: ActionRequest & { maxRetries?: number }): Promise<AsyncAction> {
    const { headers, body } = this.actionRequest(request);
    return await this.transport.call({
      method: 'POST',
      path: '/action/trigger',
      headers: {
        ...headers,
        'X-Async': 'true',
        'X-Max-Retries': request.maxRetries === undefined ? undefined : String(request.maxRetries),
      },
      body,
    });
  }

  /** The result of an asynchronous action. While it is queued or runs this throws with status 404. */
  async getAsyncActionResult<T = unknown>(handle: { id: string } | { statusUrl: string }): Promise<T> {
    const path = 'id' in handle ? `/action/${part(handle.id)}` : handle.statusUrl;
    return await this.transport.call({ method: 'GET', path });
  }

  private actionRequest({ providerConfigKey, connectionId, actionName, input }: ActionRequest) {
    return {
      headers: { 'Provider-Config-Key': providerConfigKey, 'Connection-Id': connectionId },
      body: { action_name: actionName, input },
    };
  }

  // Functions and environment

  /** A page of the functions that are deployed to an integration. */
  async listFunctions({ uniqueKey, ...query }: ListFunctionsRequest): Promise<ListFunctionsResponse> {
    return await this.transport.call({ method: 'GET', path: `/integrations/${part(uniqueKey)}/functions`, query });
  }

  /** One function; of several with the name the sync comes before the action. */
  async getFunction({ uniqueKey, name, type }: FunctionRequest): Promise<{ data: FunctionSummary }> {
    return await this.transport.call({
      method: 'GET',
      path: `/integrations/${part(uniqueKey)}/functions/${part(name)}`,
      query: { type },
    });
  }

  /** TypeScript source of a function, as it was deployed. */
  async getFunctionCode({ uniqueKey, name, type }: FunctionRequest): Promise<FunctionCode> {
    return await this.transport.call({
      method: 'GET',
      path: `/integrations/${part(uniqueKey)}/functions/${part(name)}/code`,
      query: { type },
    });
  }

  /** What is deployed, by integration. */
  async getScriptsConfig(): Promise<ScriptsConfig> {
    return await this.transport.call({ method: 'GET', path: '/scripts/config' });
  }

  /** The variables that functions of the environment read. */
  async getEnvironmentVariables(): Promise<EnvironmentVariable[]> {
    return await this.transport.call({ method: 'GET', path: '/environment-variables' });
  }
}
