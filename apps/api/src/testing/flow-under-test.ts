import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiUnderTest } from './api-under-test.js';
import { TokenServer } from './token-server.js';

const provider = (tokens: string): string => `
display_name: Acme
docs: https://acme.example/docs
auth_mode: OAUTH2
authorization_url: https://acme.example/authorize
token_url: ${tokens}/token
default_scopes: [read]
token_response_metadata: [instance]
redirect_uri_metadata: [shop]
connection_config:
  subdomain: {title: Subdomain, pattern: '[a-z]+', optional: true}
  region: {title: Region, default_value: eu}
  instance: {title: Instance, optional: true}
  pin: {title: Pin, optional: true, secret: true}
  secretHost: {title: Host, hidden: true, default_value: api.acme.example}
proxy:
  base_url: https://api.acme.example
`;

const keyProvider = (server: string): string => `
display_name: Keys
docs: https://keys.example/docs
auth_mode: API_KEY
connection_config:
  subdomain: {title: Subdomain, pattern: '[a-z]+'}
proxy:
  base_url: ${server}
  headers: {authorization: 'Bearer \${apiKey}'}
  verification: {method: GET, endpoints: [/me]}
`;

/** A browser that was sent to the provider. */
export interface SentBrowser {
  readonly token: string;
  readonly attempt: string;
  readonly state: string;
  /** As the browser sends it. */
  readonly cookie: string;
  /** The header that set it. */
  readonly setCookie: string;
  readonly location: URL;
}

export interface FlowAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** What the page's script tells others. */
  readonly outcome: any;
}

/** The API with a provider of its own, walked through as a browser would. */
export class FlowUnderTest {
  private constructor(
    readonly api: ApiUnderTest,
    readonly tokens: TokenServer,
    /** Of the definitions, for another process. */
    readonly folder: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<FlowUnderTest> {
    const tokens = await TokenServer.start();
    const folder = await mkdtemp(path.join(tmpdir(), 'gateway-definitions-'));
    await writeFile(path.join(folder, 'acme.yaml'), provider(tokens.url));
    await writeFile(path.join(folder, 'keys.yaml'), keyProvider(tokens.url));
    const api = await ApiUnderTest.start({ PROVIDERS_DIR: folder, ...settings });
    const flow = new FlowUnderTest(api, tokens, folder);
    const credentials = { client_id: 'client', client_secret: 'client-hush' };
    await flow.integrate({ provider: 'acme', unique_key: 'acme', credentials });
    await flow.integrate({ provider: 'acme', unique_key: 'other', credentials });
    await flow.integrate({ provider: 'keys', unique_key: 'keys' });
    return flow;
  }

  async close(): Promise<void> {
    await this.api.close();
    await this.tokens.close();
    await rm(this.folder, { recursive: true });
  }

  /** Token of a new session. */
  async session(body: object = {}): Promise<string> {
    const answer = await this.api.request('POST', '/connect/sessions', { body });
    if (answer.status !== 201) throw new Error(`No session: ${JSON.stringify(answer.body)}`);
    return answer.body.data.token;
  }

  /** `GET /oauth/connect/{key}` as it is answered. */
  async open(key: string, query: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
    return await this.page(`/oauth/connect/${encodeURIComponent(key)}?${new URLSearchParams(query)}`, headers);
  }

  /** Goes as far as the provider. */
  async begin(
    query: Readonly<Record<string, string>> = {},
    { token, key = 'acme' }: { token?: string; key?: string } = {},
  ): Promise<SentBrowser> {
    const session = token ?? (await this.session());
    const attempt = randomUUID();
    const answer = await this.open(key, { connect_session_token: session, attempt, ...query });
    if (answer.status !== 302) throw new Error(`Not sent on: ${answer.status} ${answer.html}`);
    const setCookie = answer.headers.get('set-cookie') ?? '';
    const location = new URL(answer.headers.get('location') ?? '');
    const state = location.searchParams.get('state') ?? '';
    return { token: session, attempt, state, cookie: setCookie.split(';', 1)[0] ?? '', setCookie, location };
  }

  /** Comes back from the provider. */
  async return(
    { state, cookie }: Pick<SentBrowser, 'state' | 'cookie'>,
    query: Readonly<Record<string, string>> = { code: 'code-1' },
    route = '/oauth/callback',
  ): Promise<FlowAnswer> {
    return await this.page(`${route}?${new URLSearchParams({ state, ...query })}`, { cookie });
  }

  /** What the page that waits is told. */
  async attempt({ token, attempt }: Pick<SentBrowser, 'token' | 'attempt'>): Promise<any> {
    return (await this.api.request('GET', `/connect/attempts/${attempt}`, { key: token })).body.data;
  }

  async connection(connectionId: string, key = 'acme'): Promise<any> {
    return (await this.api.request('GET', `/connections/${connectionId}?provider_config_key=${key}&refresh_token=true`))
      .body;
  }

  async connectionCount(): Promise<number> {
    const { rows } = await this.api.database.query<{ count: number }>('SELECT count(*)::int AS count FROM connections');
    return rows[0]?.count ?? 0;
  }

  async integrate(body: object): Promise<void> {
    const answer = await this.api.request('POST', '/integrations', { body });
    if (answer.status !== 200) throw new Error(`No integration: ${JSON.stringify(answer.body)}`);
  }

  async page(address: string, headers: Record<string, string> = {}): Promise<FlowAnswer> {
    const answer = await fetch(`${this.api.url}${address}`, { headers, redirect: 'manual' });
    const html = await answer.text();
    const data = /<script type="application\/json" id="outcome">(.*?)<\/script>/s.exec(html)?.[1];
    return {
      status: answer.status,
      headers: answer.headers,
      html,
      outcome: data === undefined ? undefined : JSON.parse(data),
    };
  }
}
