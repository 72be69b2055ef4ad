import { connectedOf, directBodyOf, type ConnectedAccount, type Gateway } from '@svc/connect';
import type {
  CurrentConnectSessionResponse,
  GetProviderResponse,
  Integration,
  ListIntegrationsResponse,
  Provider,
} from '@svc/contracts';
import type { SentValues } from '../form/form-values.js';

/** What the page knows of the session that opened it. */
export type ConnectSession = CurrentConnectSessionResponse['data'];

/** The page's calls to the gateway. Answers have the shape that the gateway's contract gives them. */
export class ConnectApi {
  private readonly providers = new Map<string, Promise<Provider>>();

  constructor(
    readonly gateway: Gateway,
    readonly language: string,
  ) {}

  async session(): Promise<ConnectSession> {
    return ((await this.get('/connect/session')) as CurrentConnectSessionResponse).data;
  }

  /** Those that the session allows, by name. */
  async integrations(): Promise<Integration[]> {
    const { data } = (await this.get('/integrations')) as ListIntegrationsResponse;
    return [...data].sort((a, b) => a.display_name.localeCompare(b.display_name, this.language));
  }

  async provider(name: string): Promise<Provider> {
    const known = this.providers.get(name);
    if (known) return await known;
    const asked = this.get(`/providers/${encodeURIComponent(name)}`).then(
      (answer) => (answer as GetProviderResponse).data,
    );
    this.providers.set(name, asked);
    // The next attempt asks again.
    asked.catch(() => this.providers.delete(name));
    return await asked;
  }

  /** Sends what was typed. */
  async connect(
    route: string,
    provider: Provider,
    { params, credentials, assertionOption }: SentValues,
  ): Promise<ConnectedAccount> {
    const hasOptions = Object.keys(assertionOption).length > 0;
    const body = directBodyOf(provider, { ...credentials, ...(hasOptions && { assertionOption }) });
    const query = { connect_session_token: this.gateway.sessionToken, params };
    return connectedOf(await this.gateway.request('POST', route, { query, body, language: this.language }));
  }

  private async get(path: string): Promise<unknown> {
    return await this.gateway.request('GET', path, { language: this.language });
  }
}
