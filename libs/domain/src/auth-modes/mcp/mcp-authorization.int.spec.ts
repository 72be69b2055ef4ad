import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import type { Provider } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { Database } from '@svc/database';
import { OutboundClient } from '@svc/http';
import { createTenant, createTestDatabase, FakeProvider, FAULTS, type Tenant, type TestDatabase } from '@svc/testing';
import { randomBytes } from 'node:crypto';
import { authSubject } from '../../testing/auth-subject.js';
import type { AuthSubject } from '../auth-subject.js';
import { CodeExchange } from '../oauth2/code-exchange.service.js';
import { OAuth2Renewal } from '../oauth2/oauth2-renewal.js';
import type { AuthorizationStart, ClientOverride } from '../redirect-authorization.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { ClientProbe } from './client-probe.service.js';
import { ClientRegistrations } from './client-registrations.service.js';
import { McpAuthorization } from './mcp-authorization.js';
import { McpClients } from './mcp-clients.service.js';
import { McpDiscovery } from './mcp-discovery.service.js';
import { McpRenewal } from './mcp-renewal.js';
import { McpServers } from './mcp-servers.service.js';

const redirectUri = 'https://gateway.test/oauth/callback';
const signal = AbortSignal.timeout(120_000);
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';

let testDatabase: TestDatabase;
let database: Database;
let provider: FakeProvider;
let tenant: Tenant;
let strategy: McpAuthorization;
let renewal: McpRenewal;
const outbound = new OutboundClient({ allowPrivateNetwork: true });

const build = (client: OutboundClient): McpAuthorization => {
  const endpoint = new TokenEndpoint(client, { ...DEFAULT_RENEWAL_TIMING, requestMs: 2_000, unsentRetryMs: [] });
  const box = new SecretBox([randomBytes(32).toString('base64')]);
  const registrations = new ClientRegistrations(database, box, endpoint);
  const config = loadConfig({
    NODE_ENV: 'development',
    DATABASE_URL: testDatabase.url,
    PUBLIC_URL: 'https://gateway.test',
  });
  renewal = new McpRenewal(new OAuth2Renewal(endpoint), registrations);
  return new McpAuthorization(
    new McpServers(new McpDiscovery(endpoint)),
    new McpClients(database, registrations, new ClientProbe(endpoint), config),
    registrations,
    new CodeExchange(endpoint),
  );
};

beforeAll(async () => {
  [testDatabase, provider] = await Promise.all([createTestDatabase(), FakeProvider.start()]);
  database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'mcp-test' });
  strategy = build(outbound);
});

afterAll(async () => {
  outbound.close();
  await database.close();
  await Promise.all([testDatabase.drop(), provider.stop()]);
});

beforeEach(async () => {
  provider.reset();
  provider.consent.mode = 'allow';
  Object.assign(provider.mcp, { isRegistrationOpen: true, takesClientMetadata: true, hasResourceMetadata: true });
  tenant = await createTenant(database);
});

const subject = (
  definition: Partial<Provider> = {},
  app: Record<string, string> = {},
  connectionConfig: object = { mcp_server_url: provider.mcp.url },
): AuthSubject => {
  const base = authSubject({
    provider: { auth_mode: 'MCP_OAUTH2_GENERIC', ...definition },
    app,
    connectionConfig: { ...connectionConfig },
  });
  const { environmentId, integrationId: id } = tenant;
  return { ...base, integration: { ...base.integration, id, environmentId } };
};

const proxy = () => ({ base_url: provider.mcp.url });
const begin = (of: AuthSubject, override: ClientOverride = {}) =>
  strategy.begin(of, { state: 's', redirectUri, userScopes: undefined, authorizationParams: {}, override }, signal);
const visit = async ({ url }: AuthorizationStart): Promise<Record<string, string>> => {
  const answer = await fetch(url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? `nowhere:${await answer.text()}`);
  return Object.fromEntries(back.searchParams);
};
const complete = async (of: AuthSubject, { memory }: AuthorizationStart, query: Record<string, string>) => {
  const outcome = await strategy.complete(of, { query, redirectUri, memory, override: {} }, signal);
  if (outcome.kind !== 'obtained' || outcome.obtained.credentials.type !== 'OAUTH2') throw new Error(outcome.kind);
  return { ...outcome.obtained, credentials: outcome.obtained.credentials };
};
const walk = async (of: AuthSubject) => {
  const start = await begin(of);
  return complete(of, start, await visit(start));
};
const statusWith = async (token: string): Promise<number> =>
  (await fetch(provider.mcp.url, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status;

describe('a server that the end user names', () => {
  it('is found out about, registered with, and renewed where the token came from', async () => {
    const of = subject();
    const start = await begin(of);
    const asked = new URL(start.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      resource: provider.mcp.url,
      scope: 'mcp',
      code_challenge_method: 'S256',
      client_id: expect.stringMatching(/^registered-/),
    });
    const obtained = await complete(of, start, await visit(start));
    expect(await statusWith(obtained.credentials.access_token)).toBe(200);
    expect(obtained.credentials['mcp']).toMatchObject({
      token_url: `${provider.url}/token`,
      resource: provider.mcp.url,
    });

    const renewed = await renewal.renew({ ...of, credentials: obtained.credentials }, signal);
    if (renewed.credentials.type !== 'OAUTH2') throw new Error(renewed.credentials.type);
    expect(renewed.isRotated).toBe(true);
    expect(await statusWith(renewed.credentials.access_token)).toBe(200);
    expect(provider.requests('/token').at(-1)?.fields).toMatchObject({ resource: provider.mcp.url });
    const again = await renewal.renew({ ...of, credentials: renewed.credentials }, signal);
    expect(again.credentials['mcp']).toEqual(obtained.credentials['mcp']);
  });

  it('is registered with once, whoever comes, and again for another redirect address', async () => {
    await walk(subject());
    await Promise.all([begin(subject()), begin(subject())]);
    expect(provider.requests('/register')).toHaveLength(1);
    const request = { state: 's', userScopes: undefined, authorizationParams: {}, override: {} };
    await strategy.begin(subject(), { ...request, redirectUri: 'https://other.test/callback' }, signal);
    expect(provider.requests('/register')).toHaveLength(2);
  });

  it('keeps no client in the clear', async () => {
    const { credentials } = await walk(subject());
    const { rows } = await database.query<{ client_sealed: string }>('SELECT * FROM client_registrations');
    expect(JSON.stringify(credentials['mcp'])).toContain('secret-');
    expect(JSON.stringify(rows)).not.toContain('secret-');
  });

  it('that forgot the client is registered with anew', async () => {
    const of = subject();
    const start = await begin(of);
    const query = await visit(start);
    const id = new URL(start.url).searchParams.get('client_id') ?? '';
    provider.oauth2.clients.remove(id);
    await expect(complete(of, start, query)).rejects.toMatchObject({ answer: { error: 'invalid_client' } });
    expect(new URL((await begin(of)).url).searchParams.get('client_id')).not.toBe(id);

    const obtained = await walk(of);
    const held = new URL((await begin(of)).url).searchParams.get('client_id') ?? '';
    provider.oauth2.clients.remove(held);
    await expect(renewal.renew({ ...of, credentials: obtained.credentials }, signal)).rejects.toMatchObject({
      kind: 'auth_dead',
    });
    expect(new URL((await begin(of)).url).searchParams.get('client_id')).not.toBe(held);
  });

  it('is asked whether it still knows a client that it has not seen for a day', async () => {
    const of = subject();
    const clientOf = async () => new URL((await begin(of)).url).searchParams.get('client_id') ?? '';
    const age = () =>
      database.query(
        "UPDATE client_registrations SET known_at = now() - interval '25 hours' WHERE integration_id = $1",
        [tenant.integrationId],
      );
    const first = await clientOf();
    expect(await clientOf()).toBe(first);
    expect(provider.requests('/token')).toEqual([]);

    await age();
    expect(await clientOf()).toBe(first);
    expect(await clientOf()).toBe(first);
    expect(provider.requests('/token')).toHaveLength(1);

    await age();
    provider.faults.next('/token', FAULTS.serverError);
    expect(await clientOf()).toBe(first);

    await age();
    provider.oauth2.clients.remove(first);
    const second = await clientOf();
    expect(second).not.toBe(first);
    expect(await clientOf()).toBe(second);
    expect(provider.requests('/register')).toHaveLength(2);
  });

  it('that takes no registrations is told where the client describes itself', async () => {
    provider.mcp.isRegistrationOpen = false;
    const { url } = await begin(subject());
    const { rows } = await database.query<{ uuid: string }>('SELECT uuid FROM environments WHERE id = $1', [
      tenant.environmentId,
    ]);
    expect(new URL(url).searchParams.get('client_id')).toBe(
      `https://gateway.test/oauth/client-metadata/${rows[0]?.uuid}/the-key`,
    );
    provider.mcp.takesClientMetadata = false;
    await expect(begin(subject())).rejects.toMatchObject({ code: 'missing_client_id' });
    const { client } = provider.oauth2;
    const own = await begin(subject(), { client_id: client.id, client_secret: client.secret });
    expect(new URL(own.url).searchParams.get('client_id')).toBe(client.id);
  });

  it('never sees the client of the integration', async () => {
    const { url } = await begin(subject({}, { client_id: 'ours', client_secret: 'OUR-SECRET' }));
    expect(new URL(url).searchParams.get('client_id')).not.toBe('ours');
    expect(JSON.stringify(provider.requests())).not.toContain('OUR-SECRET');
  });

  it('from before RFC 9728 is its own authorization server', async () => {
    provider.mcp.hasResourceMetadata = false;
    expect(await statusWith((await walk(subject())).credentials.access_token)).toBe(200);
  });

  it('asks for a refresh token where scopes are needed for one', async () => {
    const metadata = await (await fetch(`${provider.url}${SERVER_METADATA}`)).json();
    const body = JSON.stringify({ ...Object(metadata), scopes_supported: ['mcp', 'offline_access'] });
    const headers = { 'content-type': 'application/json' };
    provider.faults.next(SERVER_METADATA, { answer: { status: 200, headers, body } });
    const asked = new URL((await begin(subject())).url).searchParams;
    expect([asked.get('scope'), asked.get('prompt')]).toEqual(['mcp offline_access', 'consent']);
  });

  const document = (status: number, body: object) => ({
    answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  const valid = () => ({
    issuer: provider.url,
    authorization_endpoint: `${provider.url}/authorize`,
    token_endpoint: `${provider.url}/token`,
    registration_endpoint: `${provider.url}/register`,
    code_challenge_methods_supported: ['S256'],
  });

  it.each<[string, string, () => object, string]>([
    ['describes another resource', RESOURCE_METADATA, () => ({ resource: 'https://bank.test/mcp' }), 'bank.test'],
    ['has another issuer', SERVER_METADATA, () => ({ ...valid(), issuer: 'https://other.test' }), 'issuer'],
    ['has no PKCE', SERVER_METADATA, () => ({ ...valid(), code_challenge_methods_supported: undefined }), 'PKCE'],
    ['has plain PKCE', SERVER_METADATA, () => ({ ...valid(), code_challenge_methods_supported: ['plain'] }), 'PKCE'],
    ['has no token address', SERVER_METADATA, () => ({ ...valid(), token_endpoint: undefined }), 'tokenUrl'],
    [
      'has an address that is code',
      SERVER_METADATA,
      () => ({ ...valid(), authorization_endpoint: 'javascript:x' }),
      '',
    ],
    [
      'would like to be told secrets',
      SERVER_METADATA,
      () => ({ ...valid(), token_endpoint: `${provider.url}/\${clientSecret}` }),
      'tokenUrl',
    ],
  ])('is refused when it %s', async (_, path, body, word) => {
    provider.faults.next(path, document(200, body()));
    await expect(begin(subject())).rejects.toMatchObject({
      name: 'TokenFailure',
      kind: 'misconfigured',
      message: expect.stringContaining(word),
    });
    expect(provider.requests('/register')).toEqual([]);
  });

  it('that names the registration of another one is not given its client', async () => {
    const { credentials } = await walk(subject());
    const secret = /secret-[\w-]+/.exec(JSON.stringify(credentials['mcp']))?.[0] ?? '';
    const more = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const theirs = { ...valid(), ...more, token_endpoint: `${provider.url}/theirs` };
    provider.faults.next(SERVER_METADATA, document(200, theirs));
    const start = await begin(subject());
    await expect(complete(subject(), start, await visit(start))).rejects.toMatchObject({ name: 'TokenFailure' });
    const [sent] = provider.requests('/theirs');
    expect(secret).not.toBe('');
    expect(sent?.fields).toMatchObject({ client_secret: expect.not.stringContaining(secret) });
  });

  it.each([
    ['/mcp', FAULTS.serverError, 'provider_down'],
    ['/mcp', FAULTS.reset, 'provider_down'],
    ['/mcp', FAULTS.slow(5_000), 'provider_down'],
    [SERVER_METADATA, FAULTS.unavailable, 'provider_down'],
    ['/register', FAULTS.throttled(1), 'throttled'],
    ['/register', FAULTS.htmlPage, 'provider_down'],
    ['/register', document(400, { error: 'invalid_client_metadata' }), 'auth_transient'],
  ])('%s that fails is told as what it is', async (path, fault, kind) => {
    provider.faults.next(path, fault);
    await expect(begin(subject())).rejects.toMatchObject({ name: 'TokenFailure', kind });
  });

  it('takes no answer from another authorization server', async () => {
    provider.oauth2.callbackExtras = { iss: 'https://evil.test' };
    await expect(walk(subject())).rejects.toMatchObject({ name: 'AuthorizationDenied', code: 'invalid_callback' });
    provider.oauth2.callbackExtras = { iss: provider.url };
    expect((await walk(subject())).credentials.type).toBe('OAUTH2');
    provider.oauth2.callbackExtras = {};
  });

  it.each([{}, { mcp_server_url: 'nonsense' }, { mcp_server_url: 'ftp://x' }])(
    'must be an address: %j',
    async (config) => {
      await expect(begin(subject({}, {}, config))).rejects.toMatchObject({ code: 'invalid_body' });
    },
  );

  it('may not lie in the private network unless the operator allows it', async () => {
    const guarded = new OutboundClient({ allowPrivateNetwork: false });
    const request = { state: 's', redirectUri, userScopes: undefined, authorizationParams: {}, override: {} };
    await expect(build(guarded).begin(subject(), request, signal)).rejects.toMatchObject({ kind: 'misconfigured' });
    guarded.close();
    strategy = build(outbound);
    expect(provider.requests()).toEqual([]);
  });
});

describe('a server that a definition names', () => {
  const mode = { auth_mode: 'MCP_OAUTH2' as const };
  const app = () => ({ client_id: provider.oauth2.client.id, client_secret: provider.oauth2.client.secret });

  it('knows the client of the integration', async () => {
    const of = subject({ ...mode, client_registration: 'static', proxy: proxy() }, app(), {});
    const { credentials } = await walk(of);
    expect(await statusWith(credentials.access_token)).toBe(200);
    expect(credentials['mcp']).not.toHaveProperty('client');
    expect((await renewal.renew({ ...of, credentials }, signal)).isRotated).toBe(true);
    const bare = subject({ ...mode, client_registration: 'static', proxy: proxy() }, {}, {});
    await expect(begin(bare)).rejects.toMatchObject({ code: 'missing_client_id' });
  });

  it('takes a public client, and a registration, also where the definition has the addresses', async () => {
    provider.oauth2.clients.add({ id: 'public' });
    const addresses = {
      ...mode,
      authorization_url: `${provider.url}/authorize`,
      token_url: `${provider.url}/token`,
      registration_url: `${provider.url}/register`,
      registration_params: { software_id: 'gateway' },
      default_scopes: ['a', 'b'],
      proxy: proxy(),
    };
    const isPublic = subject({ ...addresses, client_registration: 'static' }, { client_id: 'public' }, {});
    expect(await statusWith((await walk(isPublic)).credentials.access_token)).toBe(200);
    const dynamic = subject({ ...addresses, client_registration: 'dynamic' }, {}, {});
    expect(await statusWith((await walk(dynamic)).credentials.access_token)).toBe(200);
    expect(provider.oauth2.lastScope).toBe('a b');
    expect(provider.requests('/register')[0]?.fields).toMatchObject({
      software_id: 'gateway',
      redirect_uris: [redirectUri],
      client_name: 'P',
    });
    expect(provider.requests(SERVER_METADATA)).toEqual([]);
  });
});
