import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials, Provider } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { FakeProvider, FAULTS } from '@svc/testing';
import { decodeJwt } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { authSubject } from '../../testing/auth-subject.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TwoStepExchange } from './two-step-exchange.service.js';
import { TwoStepStrategy } from './two-step.strategy.js';

describe('two steps', () => {
  let fake: FakeProvider;
  const timing = { ...DEFAULT_RENEWAL_TIMING, requestMs: 1_500, unsentRetryMs: [10] };
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const { direct, renewal } = new TwoStepStrategy(new TwoStepExchange(new TokenEndpoint(client, timing)));

  beforeAll(async () => {
    fake = await FakeProvider.start();
  });
  afterEach(() => fake.reset());
  afterAll(async () => {
    await fake.stop();
    client.close();
  });

  const definition = (more: Partial<Provider> = {}): Partial<Provider> => ({
    auth_mode: 'TWO_STEP',
    token_url: `${fake.url}/login`,
    token_params: { username: '${credentials.username}', password: '${password}', company: '${credentials.company}' },
    token_response: {
      token: 'data.token',
      token_expiration: 'data.expires_in',
      token_expiration_strategy: 'expireIn',
      refresh_token: 'data.refresh_token',
    },
    credentials: {
      username: { type: 'string', title: 'User' },
      password: { type: 'string', title: 'Password', secret: true },
      company: { type: 'string', title: 'Company', optional: true },
    },
    ...more,
  });
  const person = () => ({ username: fake.twoStep.username, password: fake.twoStep.password });
  const logIn = (more: Partial<Provider> = {}, input: Record<string, unknown> = person()) =>
    direct.obtain(authSubject({ provider: definition(more) }), input, AbortSignal.timeout(2_000));
  const renew = (credentials: Credentials, more: Partial<Provider> = {}) =>
    renewal.renew({ ...authSubject({ provider: definition(more) }), credentials }, AbortSignal.timeout(2_000));
  const who = async (credentials: Credentials) => {
    const answer = await fetch(`${fake.url}/me`, {
      headers: { authorization: `Bearer ${String(credentials['token'])}` },
    });
    return answer.status;
  };
  const refreshed: Partial<Provider> = {
    refresh_url: 'https://unset.example',
    refresh_token_params: { refresh_token: '${credentials.refresh_token}' },
  };
  const withRefresh = () => ({ ...refreshed, refresh_url: `${fake.url}/login/refresh` });

  it.each([
    ['form', 'application/x-www-form-urlencoded'],
    ['json', 'application/json'],
    ['xml', 'application/xml'],
  ] as const)('logs in with a body of %s', async (body_format, type) => {
    const params = { username: '${username}', password: '${password}' };
    const token_params = body_format === 'xml' ? { request: { '@_xmlns': 'urn:x', login: params } } : params;
    const { credentials, expiresAt } = await logIn({ body_format, token_params });
    expect(credentials).toMatchObject({ type: 'TWO_STEP', ...person(), token: expect.any(String) });
    expect(credentials).toHaveProperty('raw.data.token', credentials['token']);
    expect(await who(credentials)).toBe(200);
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_590_000);
    expect(fake.requests('/login')[0]?.headers['content-type']).toBe(type);
  });

  it('goes on to the second step with what the first one was answered', async () => {
    fake.twoStep.steps = 2;
    const second = {
      token_url: `${fake.url}/login/tenant`,
      token_headers: { authorization: 'Bearer ${step1.session.key}' },
      token_params: { tenant: '${step1.tenants.0.name}' },
      body_format: 'json' as const,
    };
    const { credentials } = await logIn({ additional_steps: [second] });
    expect(await who(credentials)).toBe(200);
    expect(fake.requests('/login/tenant')[0]?.fields).toEqual({ tenant: 'acme' });
  });

  it('does not go on without what the next step needs', async () => {
    const second = {
      token_url: `${fake.url}/login/tenant`,
      token_headers: { authorization: 'Bearer ${step1.nowhere}' },
    };
    await expect(logIn({ additional_steps: [second] })).rejects.toMatchObject({
      kind: 'auth_transient',
      message: expect.stringContaining('${step1.nowhere}'),
    });
    expect(fake.requests('/login/tenant')).toEqual([]);
  });

  it('takes a token out of a header, and asks by GET where the definition says so', async () => {
    const answer = { status: 204, headers: { 'X-Auth-Token': 'from-header' } };
    fake.faults.next('/login', { answer });
    const { credentials } = await logIn({
      token_request_method: 'GET',
      token_headers: { 'x-user': '${username}' },
      token_response_headers: ['x-auth-token'],
      token_response: { token: 'headers.x-auth-token' },
    });
    expect(credentials['token']).toBe('from-header');
    const [sent] = fake.requests('/login');
    expect(sent).toMatchObject({ method: 'GET', query: person(), body: '', headers: { 'x-user': person().username } });
  });

  it('reads a token and more out of XML, and captures what the definition names', async () => {
    const body =
      '<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><s:Body><id>007</id><base>a&amp;b</base></s:Body></s:Envelope>';
    fake.faults.next('/login', { answer: { status: 200, headers: { 'content-type': 'text/xml' }, body } });
    const token_response_metadata = ['Envelope.Body.base'];
    const obtained = await logIn({ token_response: { token: 'Envelope.Body.id' }, token_response_metadata });
    expect(obtained.credentials['token']).toBe('007');
    expect(obtained.connectionConfig).toEqual({ 'Envelope.Body.base': 'a&b' });
    expect(obtained.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
  });

  it('refuses what the fields refuse, every problem at once, before anybody is asked', async () => {
    const wrong = logIn({}, { username: 'u', passwort: 'p', assertionOption: { key: 'k' } });
    const paths = [['passwort'], ['password'], ['assertionOption', 'key']].map((path) =>
      expect.objectContaining({ path }),
    );
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_body', details: { errors: paths } });
    expect(fake.requests()).toEqual([]);
  });

  const html = (status: number) => ({
    answer: { status, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' },
  });
  const jsonOf = (status: number, body: unknown) => ({
    answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });

  it.each([
    ['a wrong password', jsonOf(401, { message: 'Wrong password' }), 'auth_dead'],
    ['the words of a framework', jsonOf(401, { statusCode: 401, error: 'Unauthorized' }), 'auth_dead'],
    ['a refusal without words', { answer: { status: 401 } }, 'auth_dead'],
    ['the page of a gateway', html(401), 'auth_transient'],
    ['a firewall', html(403), 'provider_down'],
    ['a right that is missing', jsonOf(403, { error: 'access_denied' }), 'auth_transient'],
    ['errors under status 200', jsonOf(200, { errors: [{ message: 'Login failed' }] }), 'auth_transient'],
    ['a page under status 200', FAULTS.htmlPage, 'provider_down'],
    ['half an answer', FAULTS.notJson, 'provider_down'],
    ['an error of the server', FAULTS.serverError, 'provider_down'],
    ['an outage', FAULTS.unavailable, 'provider_down'],
    ['a limit', FAULTS.throttled(60), 'throttled'],
    ['a cut connection', FAULTS.reset, 'provider_down'],
    ['silence', FAULTS.slow(5_000), 'provider_down'],
  ])('reads %s as what it is', async (_, fault, kind) => {
    const { credentials } = await logIn();
    fake.faults.next('/login', fault);
    await expect(renew(credentials)).rejects.toMatchObject({ kind });
    expect(fake.requests('/login')).toHaveLength(2);
  });

  it('logs in again to renew, and forgets the last answer', async () => {
    const { credentials } = await logIn();
    const renewed = await renew(credentials);
    expect(renewed.credentials['token']).not.toBe(credentials['token']);
    expect(renewed.credentials).toMatchObject(person());
    expect(await who(renewed.credentials)).toBe(200);
  });

  it.each(['rotates', 'keeps'] as const)('renews by a refresh token that %s', async (rotation) => {
    fake.twoStep.rotation = rotation;
    const first = await logIn(withRefresh());
    const second = await renew(first.credentials, withRefresh());
    expect(second.isRotated).toBe(rotation === 'rotates');
    expect(second.credentials['refresh_token'] === first.credentials['refresh_token']).toBe(rotation === 'keeps');
    const third = await renew(second.credentials, withRefresh());
    expect(await who(third.credentials)).toBe(200);
    expect(fake.requests('/login')).toHaveLength(1);
  });

  it('logs in again when the refresh token is refused, but not when the provider is down', async () => {
    const { credentials } = await logIn(withRefresh());
    fake.faults.next('/login/refresh', FAULTS.unavailable);
    await expect(renew(credentials, withRefresh())).rejects.toMatchObject({ kind: 'provider_down' });
    expect(fake.requests('/login')).toHaveLength(1);
    fake.twoStep.revokeAll();
    expect(await who((await renew(credentials, withRefresh())).credentials)).toBe(200);
  });

  const once = { assertion_option: { pin: { type: 'string' as const, title: 'PIN' } } };

  it('uses a value once and stores it nowhere', async () => {
    const token_params = { ...definition().token_params, pin: '${assertionOption.pin}' };
    const { credentials } = await logIn({ ...once, token_params }, { ...person(), assertionOption: { pin: '4711' } });
    expect(fake.requests('/login')[0]?.fields).toMatchObject({ pin: '4711' });
    expect(JSON.stringify(credentials)).not.toContain('4711');
    await expect(renew(credentials, { ...once, token_params })).rejects.toMatchObject({ kind: 'auth_dead' });
    expect(fake.requests('/login')).toHaveLength(1);
  });

  describe('with an assertion', () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const key = { type: 'string' as const, title: 'Key', secret: true };
    const assertionOf = (signing_key: string): Partial<Provider> => ({
      assertion: {
        type: 'jwt',
        signing_key,
        expires_in_ms: 60_000,
        header: { alg: 'RS256' },
        payload: { iss: '${credentials.username}' },
      },
      token_params: { ...definition().token_params, assertion: '${assertion}' },
    });
    const sent = () => fake.requests('/login').map(({ fields }) => fields['assertion']);

    it('signs it anew for each login with a key that is stored', async () => {
      const more = { ...assertionOf('${credentials.key}'), credentials: { ...definition().credentials, key } };
      const { credentials } = await logIn(more, { ...person(), key: pem.toString() });
      await renew(credentials, more);
      expect(new Set(sent()).size).toBe(2);
      expect(decodeJwt(sent()[1])).toMatchObject({ iss: person().username });
      expect(credentials).not.toHaveProperty('assertion');
    });

    it('keeps it in the place of a key that is used once', async () => {
      const more = { ...assertionOf('${assertionOption.key}'), assertion_option: { key } };
      const { credentials } = await logIn(more, { ...person(), assertionOption: { key: pem.toString() } });
      expect(JSON.stringify(credentials)).not.toContain('PRIVATE KEY');
      const renewed = await renew(credentials, more);
      expect(new Set(sent())).toEqual(new Set([credentials['assertion']]));
      expect(await who((await renew(renewed.credentials, more)).credentials)).toBe(200);
    });

    it('does not keep it where a refresh token makes it needless', async () => {
      const more = { ...assertionOf('${assertionOption.key}'), ...withRefresh(), assertion_option: { key } };
      const { credentials } = await logIn(more, { ...person(), assertionOption: { key: pem.toString() } });
      expect(credentials).not.toHaveProperty('assertion');
      expect(await who((await renew(credentials, more)).credentials)).toBe(200);
      fake.twoStep.revokeAll();
      await expect(renew(credentials, more)).rejects.toMatchObject({ kind: 'auth_dead' });
      expect(fake.requests('/login')).toHaveLength(1);
    });

    it('asks nobody with a key that does not fit', async () => {
      const more = { ...assertionOf('${assertionOption.key}'), assertion_option: { key } };
      const wrong = logIn(more, { ...person(), assertionOption: { key: 'no key' } });
      const errors = [expect.objectContaining({ path: ['assertionOption', 'key'] })];
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_body', details: { errors } });
      expect(fake.requests()).toEqual([]);
    });
  });

  it('says which value an address lacks', async () => {
    await expect(logIn({ token_url: 'https://${connectionConfig.host}/login' })).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('connection_config.host'),
    });
  });
});
