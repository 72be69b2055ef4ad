import { RENEWAL_TIMING, type RenewalTiming } from '@svc/domain';
import { BrowserAgent, freePort, type BrowserPage } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiUnderTest, type TestAnswer } from './api-under-test.js';
import type { Definitions } from './auth-definitions.js';

/** An integration that a test makes. */
export interface IntegrationUnderTest {
  readonly provider: string;
  readonly credentials?: object;
  readonly integration_config?: object;
}

/** How a person goes through an authorization in the browser. */
export interface BrowserVisit {
  /** What the person presses at the provider, when it asks. */
  readonly decision?: 'allow' | 'deny';
  /** What the person fills into the pages of the provider, one after the other. */
  readonly steps?: readonly Readonly<Record<string, string>>[];
  readonly params?: Readonly<Record<string, string>>;
  /** More of the query of `/oauth/connect`. */
  readonly query?: Readonly<Record<string, string>>;
  /** Body of the session. */
  readonly session?: object;
  readonly browser?: BrowserAgent;
}

/** What came of it. */
export interface BrowserResult {
  /** The last page: the gateway's, when the provider let the person go. */
  readonly page: BrowserPage;
  /** As the opener learns it from `GET /connect/attempts/{attempt}`. */
  readonly attempt: any;
  readonly token: string;
}

/** The API with definitions of its own, and the services that they tell of. */
export class AuthUnderTest {
  private constructor(
    readonly api: ApiUnderTest,
    private readonly folder: string,
  ) {}

  static async start(
    definitions: Definitions,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<AuthUnderTest> {
    const folder = await mkdtemp(path.join(tmpdir(), 'gateway-definitions-'));
    for (const [name, yaml] of Object.entries(definitions)) await writeFile(path.join(folder, `${name}.yaml`), yaml);
    const port = settings['PORT'] ?? (await freePort());
    const api = await ApiUnderTest.start({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PROVIDERS_DIR: folder,
      ...settings,
    });
    return new AuthUnderTest(api, folder);
  }

  async stop(): Promise<void> {
    await this.api.close();
    await rm(this.folder, { recursive: true });
  }

  /** Shortens what this process waits for. */
  hurry(timing: Partial<RenewalTiming>): void {
    Object.assign(this.api.app.get<RenewalTiming>(RENEWAL_TIMING, { strict: false }), timing);
  }

  get callbackUrl(): string {
    return `${this.api.url}/oauth/callback`;
  }

  /** Makes an integration of its own and returns its key. */
  async integrate(integration: IntegrationUnderTest): Promise<string> {
    const unique_key = `${integration.provider}-${randomUUID()}`;
    const answer = await this.api.request('POST', '/integrations', { body: { unique_key, ...integration } });
    if (answer.status !== 200) throw new Error(`No integration: ${JSON.stringify(answer.body)}`);
    return unique_key;
  }

  /** Token of a new session. */
  async session(body: object = {}): Promise<string> {
    const answer = await this.api.request('POST', '/connect/sessions', { body });
    if (answer.status !== 201) throw new Error(`No session: ${JSON.stringify(answer.body)}`);
    return answer.body.data.token;
  }

  /** Token of a new session that authorizes a connection anew. */
  async reconnectSession(connection_id: string, integration_id: string): Promise<string> {
    const body = { connection_id, integration_id };
    const answer = await this.api.request('POST', '/connect/sessions/reconnect', { body });
    if (answer.status !== 201) throw new Error(`No session: ${JSON.stringify(answer.body)}`);
    return answer.body.data.token;
  }

  /** Types credentials in: `POST` to a route such as `/api-auth/api-key`. */
  async typeIn(
    route: string,
    key: string,
    body?: object,
    params: Readonly<Record<string, string>> = {},
    token?: string,
  ): Promise<TestAnswer> {
    const query = new URLSearchParams({ connect_session_token: token ?? (await this.session()) });
    for (const [name, value] of Object.entries(params)) query.set(`params[${name}]`, value);
    return await this.api.request('POST', `${route}/${key}?${query}`, { key: '', ...(body && { body }) });
  }

  /** Address at which a browser begins. */
  connectUrl(
    key: string,
    token: string,
    attempt: string,
    { params = {}, query = {} }: Pick<BrowserVisit, 'params' | 'query'> = {},
  ): string {
    const values = new URLSearchParams({ connect_session_token: token, attempt, ...query });
    for (const [name, value] of Object.entries(params)) values.set(`params[${name}]`, value);
    return `${this.api.url}/oauth/connect/${key}?${values}`;
  }

  /** Goes from the pop-up's first address to its last page. */
  async visit(key: string, visit: BrowserVisit = {}, token?: string): Promise<BrowserResult> {
    const { browser = new BrowserAgent(), decision, steps = decision ? [{ decision }] : [] } = visit;
    const session = token ?? (await this.session(visit.session));
    const attempt = randomUUID();
    let page = await browser.open(this.connectUrl(key, session, attempt, visit));
    for (const values of steps) if (page.forms.length > 0) page = await browser.submit(page, values);
    return { page, token: session, attempt: await this.attempt(session, attempt) };
  }

  /** What the server says about an attempt. */
  async attempt(token: string, attempt: string): Promise<any> {
    return (await this.api.request('GET', `/connect/attempts/${attempt}`, { key: token })).body.data;
  }

  /** `GET /connections/{id}`, with the refresh token. */
  async connection(connectionId: string, key: string, query = ''): Promise<TestAnswer> {
    const id = encodeURIComponent(connectionId);
    return await this.api.request('GET', `/connections/${id}?provider_config_key=${key}&refresh_token=true${query}`);
  }

  /** What the customer is told about an integration, oldest first. */
  async events(key: string): Promise<readonly any[]> {
    const { rows } = await this.api.database.query<{ payload: object }>(
      `SELECT payload FROM webhook_events WHERE payload->>'providerConfigKey' = $1 ORDER BY created_at`,
      [key],
    );
    return rows.map(({ payload }) => payload);
  }

  /** Ids of the connections of an integration. */
  async connectionIds(key: string): Promise<readonly string[]> {
    const { body } = await this.api.request('GET', `/connections?integrationId=${key}`);
    return body.connections.map((connection: { connection_id: string }) => connection.connection_id);
  }

  /** Calls the provider through the proxy. */
  async call(connectionId: string, key: string, endpoint = '/me'): Promise<TestAnswer> {
    const headers = { 'connection-id': connectionId, 'provider-config-key': key, retries: '0' };
    return await this.api.request('GET', `/proxy${endpoint}`, { headers });
  }
}
