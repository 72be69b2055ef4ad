import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { FakeProvider, FAULTS } from '@svc/testing';
import { authSubject } from '../../testing/auth-subject.js';
import type { AuthorizationStart, ClientOverride } from '../redirect-authorization.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { CodeExchange } from './code-exchange.service.js';
import { OAuth2Authorization } from './oauth2-authorization.js';
import { OAuth2Renewal } from './oauth2-renewal.js';

const redirectUri = 'https://gateway.test/oauth/callback?tenant=1';

describe('OAuth2Authorization', () => {
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const endpoint = new TokenEndpoint(client, { ...DEFAULT_RENEWAL_TIMING, requestMs: 2_000 });
  const strategy = new OAuth2Authorization(new CodeExchange(endpoint));
  let provider: FakeProvider;
  let definition: Partial<Provider>;

  beforeAll(async () => {
    provider = await FakeProvider.start();
  });

  beforeEach(() => {
    provider.reset();
    provider.consent.mode = 'allow';
    definition = {
      auth_mode: 'OAUTH2',
      authorization_url: `${provider.url}/authorize`,
      token_url: `${provider.url}/token`,
      default_scopes: ['read'],
    };
  });

  afterEach(() => {
    provider.oauth2.pkce = 'required';
    provider.oauth2.codeLifeMs = 60_000;
    provider.oauth2.tokenExtras = {};
    provider.oauth2.callbackExtras = {};
  });

  afterAll(async () => {
    client.close();
    await provider.stop();
  });

  const subject = (more: Partial<Provider> = {}, app?: Record<string, string>, connectionConfig = {}) =>
    authSubject({
      provider: { ...definition, ...more },
      app: app ?? { client_id: provider.oauth2.client.id, client_secret: provider.oauth2.client.secret },
      connectionConfig,
    });

  const begin = (of: ReturnType<typeof subject>, override: ClientOverride = {}) =>
    strategy.begin(of, { state: 'the-state', redirectUri, userScopes: undefined, authorizationParams: {}, override });

  /** The person's way through the provider: the query that comes back. */
  const visit = async ({ url }: AuthorizationStart): Promise<Record<string, string>> => {
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? `nowhere:${await answer.text()}`);
    expect(`${back.origin}${back.pathname}`).toBe('https://gateway.test/oauth/callback');
    return Object.fromEntries(back.searchParams);
  };

  const complete = (
    of: ReturnType<typeof subject>,
    { memory }: AuthorizationStart,
    query: Record<string, string>,
    override: ClientOverride = {},
  ) => strategy.complete(of, { query, redirectUri, memory, override }, AbortSignal.timeout(5_000));

  const walk = async (of: ReturnType<typeof subject>, override: ClientOverride = {}) => {
    const start = await begin(of, override);
    return complete(of, start, await visit(start), override);
  };

  const whoIs = async (token: string): Promise<unknown> =>
    (await fetch(`${provider.url}/me`, { headers: { authorization: `Bearer ${token}` } })).json();

  it.each<[string, Partial<Provider>]>([
    ['with the client in the body', {}],
    ['with the client in the header', { token_request_auth_method: 'basic' }],
    ['with the client in the header, said otherwise', { authorization_method: 'header' }],
    ['with a JSON body', { body_format: 'json' }],
  ])('obtains tokens that work, %s', async (_, more) => {
    const outcome = await walk(subject(more));
    if (outcome.kind !== 'obtained' || outcome.obtained.credentials.type !== 'OAUTH2') throw new Error(outcome.kind);
    const { credentials, expiresAt, isRotated } = outcome.obtained;
    expect(credentials).toMatchObject({ refresh_token: expect.any(String), raw: { token_type: 'Bearer' } });
    expect(credentials.config_override).toBeUndefined();
    expect(Math.abs((expiresAt?.getTime() ?? 0) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect(isRotated).toBeNull();
    expect(await whoIs(credentials.access_token)).toEqual({ who: 'oauth2:client-id' });
    expect(provider.oauth2.lastScope).toBe('read');
  });

  it('uses no PKCE with a provider that forbids it', async () => {
    provider.oauth2.pkce = 'refused';
    const start = await begin(subject({ disable_pkce: true }));
    expect(start.memory).toEqual({});
    expect((await walk(subject({ disable_pkce: true }))).kind).toBe('obtained');
  });

  it('proves the client by its key', async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    provider.oauth2.clients.add({ id: 'with-key', publicKey });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const app = { client_id: 'with-key', private_key: pem };
    expect((await walk(subject({ token_request_auth_method: 'private_key_jwt' }, app))).kind).toBe('obtained');
  });

  it('captures values of the callback over those of the answer', async () => {
    provider.oauth2.tokenExtras = { team: { id: 'T1', paid: true }, shop: 'of the answer', hub: 7, list: [1] };
    provider.oauth2.callbackExtras = { shop: 'of the callback', realmId: 'r1' };
    const outcome = await walk(
      subject({
        token_response_metadata: ['team.id', 'team.paid', 'shop', 'hub', 'list', 'missing'],
        redirect_uri_metadata: ['shop', 'realmId', 'missing'],
      }),
    );
    expect(outcome).toMatchObject({
      obtained: {
        connectionConfig: { 'team.id': 'T1', 'team.paid': true, shop: 'of the callback', hub: 7, realmId: 'r1' },
      },
    });
    expect(outcome).not.toHaveProperty('obtained.connectionConfig.list');
  });

  it('fills the token address and its parameters with what was captured and what was entered', async () => {
    provider.oauth2.callbackExtras = { place: 'token', region: 'captured' };
    const field = { type: 'string' as const, title: 'Value' };
    const more = {
      token_url: `${provider.url}/\${connectionConfig.place}`,
      redirect_uri_metadata: ['place', 'region'],
      connection_config: { place: field, region: field },
      token_params: { region: '${connectionConfig.region}', who: '${clientId}' },
    };
    await walk(subject(more, undefined, { place: '', region: 'entered' }));
    expect(provider.requests('/token').at(-1)?.fields).toMatchObject({
      grant_type: 'authorization_code',
      region: 'entered',
      who: 'client-id',
      redirect_uri: redirectUri,
    });
  });

  it('takes no value of the callback that its field refuses', async () => {
    const connection_config = { place: { type: 'string' as const, title: 'Place', pattern: '[a-z]+' } };
    const token_url = `${provider.url}/\${connectionConfig.place}`;
    const more = { token_url, redirect_uri_metadata: ['place'], connection_config };
    provider.oauth2.callbackExtras = { place: 'evil.test/x' };
    await expect(walk(subject(more))).rejects.toMatchObject({ name: 'AuthorizationDenied', code: 'invalid_callback' });
    expect(provider.requests('/token')).toEqual([]);
    provider.oauth2.callbackExtras = { place: 'token' };
    expect(await walk(subject(more))).toMatchObject({ obtained: { connectionConfig: { place: 'token' } } });
  });

  it('takes the newer one of two captured values when an account is authorized anew', async () => {
    provider.oauth2.callbackExtras = { place: 'token' };
    const more = { token_url: `${provider.url}/\${connectionConfig.place}`, redirect_uri_metadata: ['place'] };
    const automated = { place: { type: 'string' as const, title: 'Place', automated: true } };
    for (const connection_config of [undefined, automated])
      expect((await walk(subject({ ...more, connection_config }, undefined, { place: 'before' }))).kind).toBe(
        'obtained',
      );
  });

  it('finds the token where the provider has it', async () => {
    provider.oauth2.tokenExtras = { authed_user: { access_token: 'deep', refresh_token: 'deep-r', expires_in: 60 } };
    const outcome = await walk(subject({ alternate_access_token_response_path: 'authed_user.access_token' }));
    expect(outcome).toMatchObject({
      obtained: { credentials: { access_token: 'deep', refresh_token: 'deep-r', expires_at: expect.any(String) } },
    });
  });

  it('authorizes with an app of the connection, which renews it too', async () => {
    provider.oauth2.clients.add({ id: 'own', secret: 'own-secret' });
    const of = subject({}, {});
    const outcome = await walk(of, { client_id: 'own', client_secret: 'own-secret' });
    if (outcome.kind !== 'obtained') throw new Error(outcome.kind);
    const { credentials } = outcome.obtained;
    expect(credentials).toMatchObject({ config_override: { client_id: 'own', client_secret: 'own-secret' } });
    const renewed = await new OAuth2Renewal(endpoint).renew({ ...of, credentials }, AbortSignal.timeout(5_000));
    expect(renewed.credentials).toMatchObject({ config_override: { client_id: 'own' } });
    expect(renewed.isRotated).toBe(true);
  });

  it('keeps a refresh token that was given instead of the answered one', async () => {
    const outcome = await walk(subject(), { refresh_token: 'given' });
    expect(outcome).toMatchObject({ obtained: { credentials: { refresh_token: 'given' } } });
    expect(outcome).not.toHaveProperty('obtained.credentials.config_override');
  });

  it.each<[Record<string, string>, Partial<Provider>, string]>([
    [{}, {}, 'missing_client_id'],
    [{ client_id: 'x' }, {}, 'missing_client_secret'],
    [{ client_id: 'x', client_secret: 's' }, { token_request_auth_method: 'private_key_jwt' }, 'missing_client_secret'],
  ])('says what the integration lacks: %j', async (app, more, code) => {
    await expect(begin(subject(more, app))).rejects.toMatchObject({ code });
  });

  it('needs no secret where the definition has another way', async () => {
    const start = await begin(subject({ token_request_auth_method: 'custom' }, { client_id: 'x' }));
    expect(start.url).toContain('client_id=x');
  });

  it('hears a refusal', async () => {
    provider.consent.mode = 'deny';
    await expect(walk(subject())).rejects.toMatchObject({
      name: 'AuthorizationDenied',
      code: 'access_denied',
      description: 'The person said <no>.',
    });
    expect(provider.requests('/token')).toEqual([]);
  });

  it('takes no code twice, none that is too old, and none with another verifier', async () => {
    const of = subject();
    const start = await begin(of);
    const query = await visit(start);
    await complete(of, start, query);
    await expect(complete(of, start, query)).rejects.toMatchObject({ kind: 'auth_dead' });

    const other = await begin(of);
    const stolen = await visit(other);
    await expect(complete(of, start, stolen)).rejects.toMatchObject({ kind: 'auth_dead' });

    provider.oauth2.codeLifeMs = 0;
    await expect(walk(of)).rejects.toMatchObject({ kind: 'auth_dead', answer: { error: 'invalid_grant' } });
  });

  it('tells a wrong secret from a dead authorization', async () => {
    await expect(walk(subject({}, { client_id: 'client-id', client_secret: 'wrong' }))).rejects.toMatchObject({
      name: 'TokenFailure',
      kind: 'auth_transient',
      answer: { status: 401, error: 'invalid_client' },
    });
  });

  it.each([
    ['notJson', FAULTS.notJson, 'provider_down'],
    ['htmlPage', FAULTS.htmlPage, 'provider_down'],
    ['noToken', FAULTS.noToken, 'provider_down'],
    ['serverError', FAULTS.serverError, 'provider_down'],
    ['throttled', FAULTS.throttled(1), 'throttled'],
    ['reset', FAULTS.reset, 'provider_down'],
    ['slow', FAULTS.slow(5_000), 'provider_down'],
  ])('reads an answer without a token as what it is: %s', async (_, fault, kind) => {
    provider.faults.next('/token', fault);
    await expect(walk(subject())).rejects.toMatchObject({ name: 'TokenFailure', kind });
    expect(provider.requests('/token')).toHaveLength(1);
  });
});
