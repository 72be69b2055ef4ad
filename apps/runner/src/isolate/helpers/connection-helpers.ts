import type {
  Connection,
  EnvironmentVariable,
  GetConnectionOptions,
  GetIntegrationOptions,
  Integration,
} from '@svc/functions';
import type { Bridge } from '../bridge.js';
import { Memo } from './memo.js';

/** How long an answer may be used again (wire contract, section 16). */
const CONNECTION_KEEP_MS = 60_000;
const INTEGRATION_KEEP_MS = 600_000;

/** Helpers that read and change what belongs to the connection. */
export class ConnectionHelpers {
  private readonly connections = new Memo<unknown>(CONNECTION_KEEP_MS);
  private readonly metadata = new Memo<unknown>(CONNECTION_KEEP_MS);
  private readonly variables = new Memo<unknown>(CONNECTION_KEEP_MS);
  private readonly integrations = new Memo<unknown>(INTEGRATION_KEEP_MS);

  constructor(private readonly bridge: Bridge) {}

  readonly getConnection = async (
    providerConfigKey?: string,
    connectionId?: string,
    options: GetConnectionOptions = {},
  ): Promise<Connection> => {
    const { forceRefresh, refreshToken, refreshAppJwtToken = options.refreshGithubAppJwtToken } = options;
    const query = { providerConfigKey, connectionId, forceRefresh, refreshToken, refreshAppJwtToken };
    if (forceRefresh === true || refreshAppJwtToken === true) this.connections.clear();
    const load = async (): Promise<unknown> => (await this.bridge.call('connection', query)).head;
    return (await this.connections.get(JSON.stringify(query), load)) as Connection;
  };

  readonly getToken = async (): Promise<unknown> => {
    const { credentials } = await this.getConnection();
    if (credentials?.type === 'OAUTH2') return credentials.access_token;
    if (credentials?.type !== 'OAUTH1') return credentials;
    return { oAuthToken: credentials.oauth_token, oAuthTokenSecret: credentials.oauth_token_secret };
  };

  readonly getMetadata = async (): Promise<unknown> => {
    const metadata = await this.metadata.get('', async () => (await this.bridge.call('getMetadata', {})).head);
    return structuredClone(metadata);
  };

  readonly setMetadata = (metadata: unknown): Promise<void> => this.changeMetadata('setMetadata', metadata);
  readonly updateMetadata = (metadata: unknown): Promise<void> => this.changeMetadata('updateMetadata', metadata);

  readonly getIntegration = async ({ include = [] }: GetIntegrationOptions = {}): Promise<Integration> => {
    const query = { include: [...include].sort() };
    const load = async (): Promise<unknown> => (await this.bridge.call('integration', query)).head;
    const answer = await this.integrations.get(JSON.stringify(query), load);
    return (answer as { data: Integration }).data;
  };

  readonly getWebhookURL = async (): Promise<string | null> =>
    (await this.getIntegration({ include: ['webhook'] })).webhook_url ?? null;

  readonly getEnvironmentVariables = async (): Promise<EnvironmentVariable[]> => {
    const load = async (): Promise<unknown> => (await this.bridge.call('environmentVariables', {})).head;
    return structuredClone((await this.variables.get('', load)) as EnvironmentVariable[]);
  };

  private async changeMetadata(operation: 'setMetadata' | 'updateMetadata', metadata: unknown): Promise<void> {
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
      throw new TypeError(`${operation}: the metadata must be an object.`);
    }
    await this.bridge.call(operation, {}, JSON.stringify(metadata));
    this.metadata.clear();
    this.connections.clear();
  }
}
