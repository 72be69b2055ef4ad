import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { FakeProvider, FAULTS } from '@svc/testing';
import { generateKeyPairSync } from 'node:crypto';
import { authSubject } from '../../testing/auth-subject.js';
import type { AuthorizationStart, ClientOverride } from '../redirect-authorization.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { OAuth1Authorization } from './oauth1-authorization.js';
import { oauth1Header } from './oauth1-header.js';

const redirectUri = 'https://gateway.test/oauth/callback';

describe('OAuth1Authorization', () => {
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const strategy = new OAuth1Authorization(
    new TokenEndpoint(client, { ...DEFAULT_RENEWAL_TIMING, requestMs: 2_000, unsentRetryMs: [] }),
  );
  const signal = AbortSignal.timeout(60_000);
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await FakeProvider.start();
  });

  beforeEach(() => {
    provider.reset();
    provider.consent.mode = 'allow';
    provider.oauth1.method = 'HMAC-SHA1';
    provider.oauth1.verifierLifeMs = 60_000;
    provider.oauth1.tokenExtras = {};
  });

  afterAll(async () => {
    client.close();
    await provider.stop();
  });

  const subject = (more: Partial<Provider> = {}, app?: Record<string, string>) =>
    authSubject({
      provider: {
        auth_mode: 'OAUTH1',
        request_url: `${provider.url}/oauth1/request_token`,
        authorization_url: `${provider.url}/oauth1/authorize`,
        token_url: `${provider.url}/oauth1/access_token`,
        signature_method: 'HMAC-SHA1',
        ...more,
      },
      app: app ?? { client_id: provider.oauth1.consumer.key, client_secret: provider.oauth1.consumer.secret },
    });
  type Subject = ReturnType<typeof subject>;

  const begin = (of: Subject, override: ClientOverride = {}) =>
    strategy.begin(
      of,
      { state: 'the state', redirectUri, userScopes: undefined, authorizationParams: { name: 'Me & you' }, override },
      signal,
    );

  const visit = async ({ url }: AuthorizationStart): Promise<Record<string, string>> => {
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? `nowhere:${await answer.text()}`);
    return Object.fromEntries(back.searchParams);
  };

  const complete = (of: Subject, { memory }: AuthorizationStart, query: Record<string, string>) =>
    strategy.complete(of, { query, redirectUri, memory, override: {} }, signal);

  const walk = async (of: Subject) => {
    const start = await begin(of);
    return complete(of, start, await visit(start));
  };

  it.each<[string, Partial<Provider>]>([
    ['by POST', {}],
    ['by GET', { request_http_method: 'GET', token_http_method: 'GET' }],
    ['by POST with parameters', { request_params: { scope: 'a b&c' }, token_params: { x: '${clientId}/!*' } }],
    [
      'by GET with parameters',
      { request_http_method: 'GET', token_http_method: 'GET', request_params: { scope: 'a b&c' } },
    ],
  ])('obtains tokens that work, %s', async (_, more) => {
    provider.oauth1.tokenExtras = { user_id: '7', screen_name: 'me' };
    const of = subject({ ...more, token_response_metadata: ['user_id'] });
    const start = await begin(of);
    expect(new URL(start.url).searchParams.get('name')).toBe('Me & you');
    const query = await visit(start);
    expect(query['state']).toBe('the state');
    const outcome = await complete(of, start, query);
    if (outcome.kind !== 'obtained' || outcome.obtained.credentials.type !== 'OAUTH1') throw new Error(outcome.kind);
    const { credentials, expiresAt, connectionConfig } = outcome.obtained;
    expect(expiresAt).toBeNull();
    expect(connectionConfig).toEqual({ user_id: '7' });
    expect(credentials.raw).toMatchObject({ screen_name: 'me' });
    const request = { method: 'GET', url: `${provider.url}/me?b=2&a=1%20x`, headers: {}, body: undefined };
    const { key, secret } = provider.oauth1.consumer;
    const headers = oauth1Header(request, {
      consumer: { key, secret },
      token: { key: credentials.oauth_token, secret: credentials.oauth_token_secret },
      signatureMethod: 'HMAC-SHA1',
    });
    expect(await (await fetch(request.url, { headers })).json()).toEqual({ who: 'oauth1' });
    if (more.request_params)
      expect(provider.requests('/oauth1/request_token')[0]).toMatchObject(
        more.request_http_method === 'GET' ? { query: { scope: 'a b&c' } } : { fields: { scope: 'a b&c' } },
      );
  });

  it.each(['HMAC-SHA256', 'PLAINTEXT'] as const)('signs by %s', async (signature_method) => {
    provider.oauth1.method = signature_method;
    expect((await walk(subject({ signature_method }))).kind).toBe('obtained');
  });

  it('signs by RSA-SHA1, with the key in the place of the secret', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    provider.oauth1.method = 'RSA-SHA1';
    provider.oauth1.publicKey = publicKey;
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const app = { client_id: provider.oauth1.consumer.key, client_secret: pem };
    expect((await walk(subject({ signature_method: 'RSA-SHA1' }, app))).kind).toBe('obtained');
    const wrong = { ...app, client_secret: 'no key' };
    await expect(walk(subject({ signature_method: 'RSA-SHA1' }, wrong))).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('PEM'),
    });
  });

  it('says what the integration lacks', async () => {
    await expect(begin(subject({}, { client_id: 'x' }))).rejects.toMatchObject({ code: 'missing_client_secret' });
  });

  it('keeps an app of its own', async () => {
    const { key: client_id, secret: client_secret } = provider.oauth1.consumer;
    const of = subject({}, {});
    const start = await begin(of, { client_id, client_secret });
    const query = await visit(start);
    const callback = { query, redirectUri, memory: start.memory, override: { client_id, client_secret } };
    expect(await strategy.complete(of, callback, signal)).toMatchObject({
      obtained: { credentials: { config_override: { client_id, client_secret } } },
    });
  });

  it('hears a refusal', async () => {
    provider.consent.mode = 'deny';
    await expect(walk(subject())).rejects.toMatchObject({ name: 'AuthorizationDenied', code: 'access_denied' });
    const start = await begin(subject());
    const query = { oauth_problem: 'user_refused', oauth_token: start.memory['token'] ?? '' };
    await expect(complete(subject(), start, query)).rejects.toMatchObject({ code: 'user_refused' });
  });

  it('takes no answer that belongs to another beginning', async () => {
    const [mine, other] = [await begin(subject()), await begin(subject())];
    await expect(complete(subject(), mine, await visit(other))).rejects.toMatchObject({ code: 'invalid_callback' });
    const { oauth_verifier: _, ...incomplete } = await visit(mine);
    await expect(complete(subject(), mine, incomplete)).rejects.toMatchObject({ code: 'invalid_callback' });
  });

  it('wants its callback address confirmed', async () => {
    const answer = { status: 200, body: 'oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=false' };
    provider.faults.next('/oauth1/request_token', { answer });
    await expect(begin(subject())).rejects.toMatchObject({ kind: 'misconfigured' });
  });

  it('knows a verifier that is too old, and a wrong secret', async () => {
    provider.oauth1.verifierLifeMs = 0;
    await expect(walk(subject())).rejects.toMatchObject({ kind: 'auth_dead', answer: { error: 'token_rejected' } });
    const app = { client_id: provider.oauth1.consumer.key, client_secret: 'wrong' };
    await expect(walk(subject({}, app))).rejects.toMatchObject({
      kind: 'auth_transient',
      answer: { status: 401, error: 'signature_invalid' },
    });
  });

  it.each([
    ['htmlPage', FAULTS.htmlPage],
    ['noToken', FAULTS.noToken],
    ['serverError', FAULTS.serverError],
    ['reset', FAULTS.reset],
    ['no secret', { answer: { status: 200, body: 'oauth_token=t' } }],
  ])('reads an answer without tokens as what it is: %s', async (_, fault) => {
    provider.faults.next('/oauth1/request_token', fault);
    await expect(walk(subject())).rejects.toMatchObject({ name: 'TokenFailure', kind: 'provider_down' });
  });
});
