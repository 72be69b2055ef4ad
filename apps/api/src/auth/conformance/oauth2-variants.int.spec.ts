import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BrowserAgent, createTestCertificate, FakeProvider, FAULTS, type Fault } from '@svc/testing';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { oauth2Definitions } from '../../testing/auth-definitions.js';
import { AuthUnderTest, type BrowserVisit } from '../../testing/auth-under-test.js';

const oauthRefusal = (error_description: string): Fault => ({
  answer: {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: 'invalid_grant', error_description }),
  },
});

/** What definitions, integrations, sessions and people can say about an OAuth 2 authorization. */
describe('OAuth 2, as it is asked for', () => {
  let provider: FakeProvider;
  let auth: AuthUnderTest;

  beforeAll(async () => {
    provider = await FakeProvider.start();
    auth = await AuthUnderTest.start(oauth2Definitions(provider));
  });
  afterAll(async () => {
    await auth.stop();
    await provider.stop();
  }, 60_000);
  beforeEach(() => provider.reset());

  const integrate = (name: string, more: object = {}): Promise<string> => {
    const { id: client_id, secret: client_secret } = provider.oauth2.client;
    return auth.integrate({ provider: name, credentials: { client_id, client_secret, ...more } });
  };
  const connect = async (key: string, visit: BrowserVisit = {}): Promise<any> => {
    const { attempt } = await auth.visit(key, { decision: 'allow', ...visit });
    expect(attempt).toMatchObject({ status: 'success' });
    return (await auth.connection(attempt.connection_id, key)).body;
  };
  const asked = (): Readonly<Record<string, string>> => provider.requests('/authorize').at(-1)?.query ?? {};
  const tokenRequest = () => provider.requests('/token').at(-1);

  describe('the person is sent', () => {
    it('with PKCE, a state and the address of this gateway', async () => {
      await connect(await integrate('oauth2'));
      expect(asked()).toEqual({
        response_type: 'code',
        client_id: 'client-id',
        redirect_uri: auth.callbackUrl,
        scope: 'read',
        state: expect.stringMatching(/^[0-9a-f-]{36}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
    });

    it('without PKCE where the definition says so', async () => {
      provider.oauth2.pkce = 'refused';
      await connect(await integrate('oauth2-no-pkce'));
      expect(asked()).not.toHaveProperty('code_challenge');
      expect(tokenRequest()?.fields).not.toHaveProperty('code_verifier');
    });

    it('with the parameters of the definition, and those of the session laid over them', async () => {
      const key = await integrate('oauth2-captures');
      await connect(key);
      expect(asked()).toMatchObject({ prompt: 'consent', access: 'offline' });
      const authorization_params = { prompt: 'login', access: 'undefined', client_id: 'another' };
      await connect(key, { session: { integrations_config_defaults: { [key]: { authorization_params } } } });
      expect(asked()).toMatchObject({ prompt: 'login', client_id: 'client-id' });
      expect(asked()).not.toHaveProperty('access');
    });

    it("for the integration's scopes, or those of the session", async () => {
      const key = await integrate('oauth2-captures', { scopes: 'a,b' });
      await connect(key);
      expect(asked()['scope']).toBe('a,b');
      await connect(key, { session: { integrations_config_defaults: { [key]: { user_scopes: 'c d' } } } });
      expect(asked()['scope']).toBe('c,d');
    });

    it("to an app of the end user's own, which also renews", async () => {
      const own = provider.oauth2.clients.add({ id: 'own-app', secret: 'own-secret' });
      const key = await integrate('oauth2');
      const query = {
        'credentials[oauth_client_id_override]': own.id,
        'credentials[oauth_client_secret_override]': own.secret ?? '',
      };
      const { connection_id, credentials, connection_config } = await connect(key, { query });
      expect(asked()['client_id']).toBe('own-app');
      expect(credentials.config_override).toEqual({ client_id: 'own-app', client_secret: 'own-secret' });
      expect(JSON.stringify(connection_config)).not.toContain('own-secret');
      expect((await auth.connection(connection_id, key, '&force_refresh=true')).status).toBe(200);
      expect(tokenRequest()?.fields).toMatchObject({ grant_type: 'refresh_token', client_id: 'own-app' });
    });

    it('not at all without a client id', async () => {
      const key = await auth.integrate({ provider: 'oauth2' });
      const { page, attempt } = await auth.visit(key);
      expect(page.status).toBe(400);
      expect(attempt).toMatchObject({ status: 'error' });
      expect(attempt.error_desc).toContain('client_id');
      expect(provider.requests()).toHaveLength(0);
    });
  });

  describe('the code is exchanged', () => {
    const basic = `Basic ${Buffer.from('client-id:s3cret&=/~').toString('base64')}`;

    it.each([
      ['oauth2', 'application/x-www-form-urlencoded', undefined],
      ['oauth2-json-header', 'application/json', basic],
      ['oauth2-basic', 'application/x-www-form-urlencoded', basic],
    ])('as %s asks for it', async (name, type, authorization) => {
      await connect(await integrate(name));
      const { headers, fields } = tokenRequest() ?? {};
      expect(headers?.['content-type']).toContain(type);
      expect(headers?.authorization).toBe(authorization);
      expect(fields?.['client_secret']).toBe(authorization === undefined ? 's3cret&=/~' : undefined);
      expect(fields).toMatchObject({ grant_type: 'authorization_code', redirect_uri: auth.callbackUrl });
    });

    it('for values that are kept: of the answer, then of the callback, then of the person', async () => {
      provider.oauth2.tokenExtras = { team: { id: 'T1' }, instance_url: 'https://eu.example.com', other: 'x' };
      provider.oauth2.callbackExtras = { shop: 'acme', other: 'y' };
      const key = await integrate('oauth2-captures');
      const { connection_config } = await connect(key, { params: { instance_url: '', region: 'de' } });
      expect(connection_config).toMatchObject({
        'team.id': 'T1',
        instance_url: 'https://eu.example.com',
        shop: 'acme',
        region: 'de',
      });
      expect(connection_config).not.toHaveProperty('other');
      const typed = await connect(key, { params: { instance_url: 'https://us.example.com' } });
      expect(typed.connection_config.instance_url).toBe('https://us.example.com');
    });

    it('without a refresh token: the connection lives until its token ends', async () => {
      provider.oauth2.isOffline = false;
      const key = await integrate('oauth2');
      const { connection_id, credentials } = await connect(key);
      expect(credentials).not.toHaveProperty('refresh_token');
      expect((await auth.connection(connection_id, key, '&force_refresh=true')).status).toBe(200);
      expect(provider.requests('/token')).toHaveLength(1);
    });
  });

  describe('a client with a private key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const client_id = 'key-client';

    beforeEach(() => void provider.oauth2.clients.add({ id: client_id, publicKey }));

    it('signs for the code and for each renewal', async () => {
      const credentials = { client_id, client_secret: 'unused', private_key: pem };
      const key = await auth.integrate({ provider: 'oauth2-assertion', credentials });
      const { connection_id } = await connect(key);
      expect((await auth.connection(connection_id, key, '&force_refresh=true')).status).toBe(200);
      expect((await auth.call(connection_id, key)).body).toEqual({ who: 'oauth2:key-client' });
      const assertions = provider.requests('/token').map(({ fields }) => fields['client_assertion']);
      expect(new Set(assertions).size).toBe(2);
      expect(JSON.stringify(provider.requests('/token').map(({ body }) => body))).not.toContain('unused');
    });

    it('signs for tokens of its own', async () => {
      const key = await auth.integrate({ provider: 'oauth2-cc-assertion' });
      const { status, body } = await auth.typeIn('/oauth2/auth', key, { client_id, client_private_key: pem });
      expect(status).toBe(200);
      expect((await auth.connection(body.connectionId, key, '&force_refresh=true')).status).toBe(200);
      expect((await auth.call(body.connectionId, key)).body).toEqual({ who: 'oauth2:key-client' });
    });

    it('gets nothing with another one', async () => {
      provider.oauth2.clients.add({
        id: client_id,
        publicKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey,
      });
      const key = await auth.integrate({ provider: 'oauth2-cc-assertion' });
      const { status, body } = await auth.typeIn('/oauth2/auth', key, { client_id, client_private_key: pem });
      expect([status, body.error.code]).toEqual([400, 'connection_test_failed']);
    });
  });

  describe('an answer that is lost after the provider did its part', () => {
    const lose = async (): Promise<{ key: string; id: string }> => {
      const key = await integrate('oauth2');
      const { connection_id: id } = await connect(key);
      provider.faults.next('/token', FAULTS.loseAnswer);
      const { status, body } = await auth.connection(id, key, '&force_refresh=true');
      expect([status, body.error.payload.connection.errors]).toEqual([400, []]);
      return { key, id };
    };

    it('costs nothing where refresh tokens are kept', async () => {
      provider.oauth2.rotation = 'keeps';
      const { key, id } = await lose();
      expect(await auth.connection(id, key, '&force_refresh=true')).toMatchObject({
        status: 200,
        body: { errors: [] },
      });
    });

    it('costs the authorization where they rotate, and connecting again mends it', async () => {
      const { key, id } = await lose();
      const { status, body } = await auth.connection(id, key, '&force_refresh=true');
      expect([status, body.error.payload.reason]).toEqual([400, 'auth_dead']);
      expect(body.error.payload.connection.errors).toMatchObject([{ type: 'auth' }]);
      const { attempt } = await auth.visit(key, { decision: 'allow' }, await auth.reconnectSession(id, key));
      expect(attempt).toMatchObject({ status: 'success', connection_id: id });
      expect(await auth.connection(id, key, '&force_refresh=true')).toMatchObject({
        status: 200,
        body: { errors: [] },
      });
    });
  });

  describe('an answer with what cannot be kept or sent', () => {
    const visit = async (name: string) => {
      const key = await integrate(name);
      const { page, attempt } = await auth.visit(key, { decision: 'allow' });
      return { key, page, attempt };
    };

    it.each([
      ['zero bytes in a value', () => (provider.oauth2.tokenExtras = { team: { id: 'a\u0000b' } })],
      ['zero bytes in the callback', () => (provider.oauth2.callbackExtras = { shop: 'a\u0000b' })],
      ['half a character', () => (provider.oauth2.tokenExtras = { team: { id: 'a\ud800b' } })],
      ['an end in a million years', () => (provider.oauth2.tokenExtras = { expires_in: 1e15 })],
      ['an end that is none', () => (provider.oauth2.tokenExtras = { expires_in: 'soon' })],
      ['a prototype', () => (provider.oauth2.tokenExtras = JSON.parse('{"__proto__": {"team": {"id": "x"}}}'))],
    ])('%s: connects all the same', async (_, prepare) => {
      prepare();
      const { key, attempt } = await visit('oauth2-captures');
      expect(attempt).toMatchObject({ status: 'success' });
      expect(await auth.connection(attempt.connection_id, key)).toMatchObject({ status: 200 });
      expect((await auth.call(attempt.connection_id, key)).status).toBe(200);
    });

    const refusal = oauthRefusal('a\u0000b\ud800');

    it('a refusal with zero bytes is a refusal', async () => {
      provider.faults.next('/token', refusal);
      const { key, attempt } = await visit('oauth2');
      expect(attempt).toMatchObject({ status: 'error', error_type: 'token_err' });
      const { attempt: next } = await auth.visit(key, { decision: 'allow' });
      provider.faults.next('/token', refusal);
      const { status, body } = await auth.connection(next.connection_id, key, '&force_refresh=true');
      expect([status, body.error.payload.reason]).toEqual([400, 'auth_dead']);
      const typed = await auth.integrate({ provider: 'oauth2-cc' });
      provider.faults.next('/token', refusal);
      const { id: client_id, secret: client_secret } = provider.oauth2.client;
      const answer = await auth.typeIn('/oauth2/auth', typed, { client_id, client_secret });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'connection_test_failed']);
    });

    it('a refusal with zero bytes in the callback is one too', async () => {
      const key = await integrate('oauth2');
      const [token, attempt] = [await auth.session(), randomUUID()];
      const browser = new BrowserAgent();
      await browser.open(auth.connectUrl(key, token, attempt));
      const { state = '' } = asked();
      const page = await browser.open(`${auth.callbackUrl}?state=${state}&error=x%00&error_description=a%00b`);
      expect(page.status).toBe(400);
      expect(await auth.attempt(token, attempt)).toMatchObject({ status: 'error', error_type: 'callback_err' });
    });

    it.each([
      ['a line break', 'at\r\nx-evil: 1'],
      ['signs that no header holds', 'ключ'],
      ['nothing', ''],
    ])('a token with %s: says so', async (_, access_token) => {
      provider.oauth2.tokenExtras = { access_token };
      const { key, page, attempt } = await visit('oauth2');
      expect([page.status, attempt.status]).toEqual([400, 'error']);
      expect(attempt.error_type).toBe('token_err');
      expect(await auth.connectionIds(key)).toEqual([]);
    });
  });

  it.each([
    ['a field that the definition does not have', { unknown: 'x' }],
    ['a value that its pattern refuses', { region: 'Germany' }],
    ['an address that is none', { instance_url: 'javascript:alert(1)' }],
  ])('%s is refused before the person is sent anywhere', async (_, params) => {
    const { page, attempt } = await auth.visit(await integrate('oauth2-captures'), { params });
    expect(page.status).toBe(400);
    expect(attempt).toMatchObject({ status: 'error', error_type: 'url_param_err' });
    expect(provider.requests()).toHaveLength(0);
  });

  it('an integration that the session does not allow is refused', async () => {
    const [key, other] = [await integrate('oauth2'), await integrate('oauth2')];
    const token = await auth.session({ allowed_integrations: [other] });
    const { page, attempt } = await auth.visit(key, {}, token);
    expect(page.status).toBe(400);
    expect(attempt).toMatchObject({ status: 'error' });
    expect(provider.requests()).toHaveLength(0);
  });

  it('an account that is connected from the provider’s side needs no browser', async () => {
    const key = await integrate('oauth2-outbound');
    const { status, body } = await auth.typeIn('/auth/oauth-outbound', key);
    expect([status, body]).toEqual([200, { providerConfigKey: key, connectionId: expect.any(String) }]);
  });

  describe('a client with a certificate', () => {
    const known = createTestCertificate('client');
    const trusted = tls.getCACertificates();

    beforeAll(() => {
      // As NODE_EXTRA_CA_CERTS does it for a process.
      tls.setDefaultCACertificates([...trusted, provider.certificate.certificate]);
      provider.oauth2.clients.add({ id: 'tls-client', certificate: known.fingerprint });
    });
    afterAll(() => tls.setDefaultCACertificates(trusted));

    const typeIn = (key: string, { certificate, privateKey } = known) =>
      auth.typeIn('/oauth2/auth', key, {
        client_id: 'tls-client',
        client_certificate: certificate,
        client_private_key: privateKey,
      });

    it('gets tokens by it, again and again', async () => {
      const key = await auth.integrate({ provider: 'oauth2-cc-tls' });
      const { status, body } = await typeIn(key);
      expect(status).toBe(200);
      expect((await auth.call(body.connectionId, key)).body).toEqual({ who: 'oauth2:tls-client' });
      const before = (await auth.connection(body.connectionId, key)).body.credentials.token;
      const { body: renewed } = await auth.connection(body.connectionId, key, '&force_refresh=true');
      expect(renewed.credentials.token).not.toBe(before);
      expect((await auth.call(body.connectionId, key)).status).toBe(200);
    });

    it('gets none by another one', async () => {
      const key = await auth.integrate({ provider: 'oauth2-cc-tls' });
      const { status, body } = await typeIn(key, createTestCertificate('client'));
      expect([status, body.error.code]).toEqual([400, 'connection_test_failed']);
      expect(await auth.connectionIds(key)).toEqual([]);
    });
  });
});
