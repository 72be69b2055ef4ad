import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OAUTH2 = { type: 'OAUTH2', access_token: 'at-1' } as const;

describe('POST /connections', () => {
  let api: ApiUnderTest;
  let upstream: LocalServer;
  const seen: { url: string; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    upstream = await LocalServer.start((request, response) => {
      const { authorization } = request.headers;
      seen.push({ url: request.url ?? '', authorization });
      response.writeHead(authorization === 'token good' && request.url === '/api/v1/version' ? 200 : 401).end('{}');
    });
    api = await ApiUnderTest.start();
    const providers = {
      oauth2: 'generic-oauth2',
      cc: 'generic-oauth2-cc',
      oauth1: 'trello',
      bearer: 'private-api-bearer',
      header: 'private-api-key-header',
      basic: 'private-api-basic',
      none: 'unauthenticated',
      gitea: 'gitea-api-key',
      jwt: 'google-service-account',
      netsuite: 'netsuite-tba',
      github: 'github',
    };
    for (const [unique_key, provider] of Object.entries(providers)) {
      await api.request('POST', '/integrations', { body: { unique_key, provider } });
    }
  });

  afterAll(async () => {
    await api.close();
    await upstream.close();
  });

  const importAs = (provider_config_key: string, body: Record<string, unknown>) =>
    api.request('POST', '/connections', { body: { provider_config_key, ...body } });
  const baseUrl = () => ({ connection_config: { baseUrl: upstream.url } });

  it('answers 201 with the connection and makes an id', async () => {
    const { status, body } = await importAs('github', {
      credentials: { ...OAUTH2, refresh_token: 'rt-1', expires_at: '2035-01-01T00:00:00+02:00' },
      metadata: { plan: 'pro' },
      tags: { Team: 'a' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      connection_id: expect.stringMatching(UUID),
      provider_config_key: 'github',
      provider: 'github',
      errors: [],
      end_user: null,
      tags: { team: 'a' },
      metadata: { plan: 'pro' },
      connection_config: {},
      webhook_url_override: null,
      created_at: expect.stringMatching(/\+00:00$/),
      updated_at: expect.stringMatching(/\+00:00$/),
      last_fetched_at: expect.stringMatching(/\+00:00$/),
      credentials: {
        type: 'OAUTH2',
        access_token: 'at-1',
        expires_at: '2034-12-31T22:00:00.000Z',
        raw: { access_token: 'at-1' },
      },
    });
  });

  describe('credentials of each type', () => {
    it.each([
      [
        'oauth2',
        { type: 'OAUTH2', access_token: 'x', config_override: { client_id: 'i', client_secret: 's' } },
        { config_override: { client_id: 'i', client_secret: 's' } },
      ],
      [
        'cc',
        {
          type: 'OAUTH2_CC',
          token: 't',
          client_id: 'i',
          client_secret: 's',
          client_certificate: 'c',
          client_private_key: 'k',
        },
        { token: 't', client_id: 'i' },
      ],
      ['bearer', { type: 'API_KEY', apiKey: 'k'.repeat(1024) }, { apiKey: 'k'.repeat(1024) }],
      ['header', { type: 'API_KEY', apiKey: 'k' }, { apiKey: 'k' }],
      ['basic', { type: 'BASIC', username: '', password: '' }, { username: '', password: '' }],
      ['none', { type: 'NONE' }, { type: 'NONE' }],
    ])('%s', async (key, credentials, shown) => {
      const { status, body } = await importAs(key, { credentials, ...baseUrl() });
      expect(body).toMatchObject({ credentials: { type: credentials.type, ...shown } });
      expect(status).toBe(201);
    });
  });

  describe('what is wrong with the input', () => {
    it.each([
      [
        'the type of another provider',
        'github',
        { credentials: { type: 'API_KEY', apiKey: 'k' } },
        ['credentials', 'type'],
      ],
      ['a type that cannot be imported', 'jwt', { credentials: { type: 'JWT', token: 'k' } }, ['credentials', 'type']],
      ['no type', 'github', { credentials: { access_token: 'k' } }, ['credentials', 'type']],
      ['no credentials', 'github', {}, ['credentials']],
      ['no access token', 'github', { credentials: { type: 'OAUTH2' } }, ['credentials', 'access_token']],
      ['an unknown key', 'github', { credentials: OAUTH2, shoe_size: 42 }, []],
      ['an unknown credential', 'github', { credentials: { ...OAUTH2, color: 'x' } }, ['credentials']],
      [
        'an API key that is too long',
        'bearer',
        { credentials: { type: 'API_KEY', apiKey: 'k'.repeat(1025) } },
        ['credentials', 'apiKey'],
      ],
      ['no moment', 'github', { credentials: { ...OAUTH2, expires_at: 'soon' } }, ['credentials', 'expires_at']],
      [
        'no account for TBA',
        'netsuite',
        { credentials: { type: 'TBA', token_id: 'a', token_secret: 'b' } },
        ['connection_config', 'accountId'],
      ],
      [
        'no base address',
        'bearer',
        { credentials: { type: 'API_KEY', apiKey: 'k' } },
        ['connection_config', 'baseUrl'],
      ],
      [
        'a base address that is none',
        'bearer',
        { credentials: { type: 'API_KEY', apiKey: 'k' }, connection_config: { baseUrl: 'javascript:x' } },
        ['connection_config', 'baseUrl'],
      ],
      ['an odd connection id', 'github', { connection_id: 'a<b', credentials: OAUTH2 }, ['connection_id']],
      [
        'a connection id of 256 characters',
        'github',
        { connection_id: 'c'.repeat(256), credentials: OAUTH2 },
        ['connection_id'],
      ],
      [
        'scopes that are no list',
        'github',
        { credentials: OAUTH2, connection_config: { oauth_scopes_override: 'a' } },
        ['connection_config', 'oauth_scopes_override'],
      ],
      ['metadata with NUL', 'github', { credentials: OAUTH2, metadata: { a: ['\0'] } }, ['metadata']],
      ['metadata that is no object', 'github', { credentials: OAUTH2, metadata: 'x' }, ['metadata']],
      ['a tag that starts with a digit', 'github', { credentials: OAUTH2, tags: { '1a': 'x' } }, ['tags', '1a']],
      ['a tag twice', 'github', { credentials: OAUTH2, tags: { Team: 'x', team: 'y' } }, ['tags', 'team']],
      ['a tag of 256 characters', 'github', { credentials: OAUTH2, tags: { a: 'x'.repeat(256) } }, ['tags', 'a']],
      [
        '65 tags',
        'github',
        { credentials: OAUTH2, tags: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`t${index}`, 'x'])) },
        ['tags'],
      ],
      [
        'an e-mail tag that is none',
        'github',
        { credentials: OAUTH2, tags: { end_user_email: 'x' } },
        ['tags', 'end_user_email'],
      ],
      [
        'an end user without id',
        'github',
        { credentials: OAUTH2, end_user: { email: 'a@example.com' } },
        ['end_user', 'id'],
      ],
      [
        'an end user with an odd e-mail',
        'github',
        { credentials: OAUTH2, end_user: { id: '1', email: 'x' } },
        ['end_user', 'email'],
      ],
      [
        'a webhook address that is none',
        'github',
        { credentials: OAUTH2, webhook_url_override: 'ftp://x' },
        ['webhook_url_override'],
      ],
    ])('%s: 400 invalid_body', async (_, key, body, path) => {
      const answer = await importAs(key, body);
      expect(answer.body.error).toMatchObject({ code: 'invalid_body' });
      expect(answer.status).toBe(400);
      expect(answer.body.error.errors.map((issue: { path: string[] }) => issue.path)).toContainEqual(path);
    });

    it('metadata nested too deeply: 400', async () => {
      const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
      const body = `{"provider_config_key":"github","credentials":{"type":"OAUTH2","access_token":"x"},"metadata":{"a":${deep}}}`;
      const answer = await api.request('POST', '/connections', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    });

    it('an unknown integration: 404 not_found', async () => {
      expect(await importAs('nope', { credentials: OAUTH2 })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    });
  });

  describe('verification', () => {
    it('tries the endpoints of the provider in order before it saves', async () => {
      seen.length = 0;
      const { status } = await importAs('gitea', {
        connection_id: 'proved',
        credentials: { type: 'API_KEY', apiKey: 'good' },
        ...baseUrl(),
      });
      expect(status).toBe(201);
      expect(seen).toEqual([
        { url: '/api/v1/user', authorization: 'token good' },
        { url: '/api/v1/version', authorization: 'token good' },
      ]);
    });

    it('saves nothing when all of them fail: 400 connection_test_failed', async () => {
      const refused = await importAs('gitea', {
        connection_id: 'refused',
        credentials: { type: 'API_KEY', apiKey: 'BAD-KEY' },
        ...baseUrl(),
      });
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'connection_test_failed' } } });
      expect(JSON.stringify(refused.body)).not.toContain('BAD-KEY');
      const unreachable = await importAs('gitea', {
        connection_id: 'refused',
        credentials: { type: 'API_KEY', apiKey: 'good' },
        connection_config: { baseUrl: 'http://127.0.0.1:9' },
      });
      expect(unreachable).toMatchObject({ status: 400, body: { error: { code: 'connection_test_failed' } } });
      expect(await api.request('GET', '/connections/refused?provider_config_key=gitea')).toMatchObject({ status: 404 });
    });
  });

  describe('what is stored', () => {
    it('holds no secret in the clear', async () => {
      await importAs('oauth2', {
        credentials: { type: 'OAUTH2', access_token: 'CLEAR-AT', refresh_token: 'CLEAR-RT' },
        connection_config: {
          baseUrl: upstream.url,
          oauth_client_id_override: 'own-id',
          oauth_client_secret_override: 'CLEAR-CS',
        },
      });
      const { rows } = await api.database.query('SELECT * FROM connections');
      const text = JSON.stringify(rows);
      for (const secret of ['CLEAR-AT', 'CLEAR-RT', 'CLEAR-CS']) expect(text).not.toContain(secret);
    });

    it('moves an app of its own to the credentials and the webhook address to its place', async () => {
      const { body } = await importAs('oauth2', {
        credentials: OAUTH2,
        connection_config: {
          baseUrl: `${upstream.url}/`,
          oauth_client_id_override: 'own-id',
          webhook_url: 'https://hooks.example.com/a',
          free: 'kept',
        },
      });
      expect(body.credentials.config_override).toEqual({ client_id: 'own-id' });
      expect(body.connection_config).toMatchObject({ free: 'kept', webhook_url: 'https://hooks.example.com/a' });
      expect(body.connection_config).not.toHaveProperty('oauth_client_id_override');
      expect(body.webhook_url_override).toBe('https://hooks.example.com/a');
    });

    it('fills tags from a deprecated end user; explicit tags win', async () => {
      const { body } = await importAs('github', {
        credentials: OAUTH2,
        end_user: {
          id: 'u1',
          email: 'u1@example.com',
          display_name: 'U',
          organization: { id: 'o1' },
          tags: { Role: 'admin' },
        },
        tags: { end_user_id: 'explicit', other: 'x' },
      });
      expect(body.tags).toEqual({
        end_user_id: 'explicit',
        end_user_email: 'u1@example.com',
        end_user_display_name: 'U',
        organization_id: 'o1',
        role: 'admin',
        other: 'x',
      });
      expect(body.end_user).toEqual({
        id: 'u1',
        email: 'u1@example.com',
        display_name: 'U',
        tags: { role: 'admin' },
        organization: { id: 'o1', display_name: null },
      });
    });

    it('overrides an existing connection: credentials always, the rest where it is given', async () => {
      const first = await importAs('github', {
        connection_id: 'twice',
        credentials: { ...OAUTH2, refresh_token: 'r' },
        metadata: { a: 1 },
        tags: { a: 'x' },
      });
      const second = await importAs('github', {
        connection_id: 'twice',
        credentials: { type: 'OAUTH2', access_token: 'at-2' },
        tags: { b: 'y' },
      });
      expect(second.status).toBe(201);
      expect(second.body).toMatchObject({
        id: first.body.id,
        metadata: { a: 1 },
        tags: { b: 'y' },
        credentials: { access_token: 'at-2' },
      });
      const read = await api.request('GET', '/connections/twice?provider_config_key=github&refresh_token=true');
      expect(read.body.credentials).toEqual({ type: 'OAUTH2', access_token: 'at-2', raw: { access_token: 'at-2' } });
    });

    it('lets many imports of one connection at once end in one', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          importAs('github', { connection_id: 'race', credentials: { type: 'OAUTH2', access_token: `at-${index}` } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    });

    it('takes ids with odd characters, also of 255 of them', async () => {
      for (const id of [`/a b"'\\{}[]|@$,.;:=+~_-`, '/'.repeat(255)]) {
        expect(await importAs('github', { connection_id: id, credentials: OAUTH2 })).toMatchObject({ status: 201 });
        const path = `/connections/${encodeURIComponent(id)}?provider_config_key=github`;
        expect(await api.request('GET', path)).toMatchObject({ status: 200, body: { connection_id: id } });
      }
    });
  });

  describe('the deprecated POST /connection', () => {
    const importFlat = (body: Record<string, unknown>) => api.request('POST', '/connection', { body });

    it('echoes the flat body', async () => {
      const body = { provider_config_key: 'bearer', connection_id: 'flat', api_key: 'k', ...baseUrl() };
      expect(await importFlat(body)).toMatchObject({ status: 201, body });
      const read = await api.request('GET', '/connection/flat?provider_config_key=bearer');
      expect(read.body.credentials).toEqual({ type: 'API_KEY', apiKey: 'k' });
    });

    it('needs to know when a token expires', async () => {
      const body = { provider_config_key: 'github', access_token: 'a' };
      expect(await importFlat(body)).toMatchObject({ status: 400, body: { error: { code: 'missing_expires_at' } } });
      expect(await importFlat({ ...body, no_expiration: true })).toMatchObject({ status: 201 });
      const { body: made } = await importFlat({ ...body, expires_in: 7200, refresh_token: 'r', raw: { team: 't' } });
      const read = await api.request('GET', `/connections/${made.connection_id}?provider_config_key=github`);
      expect(Date.parse(read.body.credentials.expires_at) - Date.now()).toBeGreaterThan(7_000_000);
      expect(read.body.credentials.raw).toEqual({ team: 't' });
    });

    it.each([
      ['no integration', { provider_config_key: 'nope', api_key: 'k' }, 404, 'not_found'],
      ['a field that is missing', { provider_config_key: 'bearer' }, 400, 'invalid_body'],
      ['an unknown key', { provider_config_key: 'bearer', foo: 1 }, 400, 'invalid_body'],
    ])('%s is refused', async (_, body, status, code) => {
      expect(await importFlat(body)).toMatchObject({ status, body: { error: { code } } });
    });
  });
});
