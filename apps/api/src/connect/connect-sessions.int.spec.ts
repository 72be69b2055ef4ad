import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';

const GITHUB = { provider: 'github', unique_key: 'github', credentials: { client_id: 'id', client_secret: 'secret' } };
const SHOP = { provider: 'shopify', unique_key: 'shop', credentials: { client_id: 'id', client_secret: 'secret' } };
const KEY = { provider: 'openai', unique_key: 'ai' };

describe('connect sessions', () => {
  let api: ApiUnderTest;

  beforeAll(async () => {
    api = await ApiUnderTest.start({ PUBLIC_URL: 'https://gateway.example' });
    for (const body of [GITHUB, SHOP, KEY]) {
      expect(await api.request('POST', '/integrations', { body })).toMatchObject({ status: 200 });
    }
  });

  afterAll(() => api.close());

  const create = (body: unknown = {}) => api.request('POST', '/connect/sessions', { body });
  const tokenOf = async (body: unknown = {}): Promise<string> => (await create(body)).body.data.token;
  const withToken = (token: string, method = 'GET', path = '/connect/session') =>
    api.request(method, path, { key: token });
  const keyWith = async (scopes: string[]): Promise<string> => {
    const { body } = await api.asAccount('GET', '/environments');
    const made = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: body.data[0].id,
      display_name: scopes.join(),
      scopes,
    });
    return made.body.data.secret_key ?? made.body.data.secret;
  };

  describe('POST /connect/sessions', () => {
    it('answers a token, a link and an end 30 minutes away, for an empty body too', async () => {
      const before = Date.now();
      const { status, body } = await create();
      expect(status).toBe(201);
      expect(body.data.token).toMatch(/^svc_connect_session_[0-9a-f]{64}$/);
      expect(body.data.connect_link).toBe(`https://gateway.example/connect?session_token=${body.data.token}`);
      const lifeMs = Date.parse(body.data.expires_at) - before;
      expect(lifeMs).toBeGreaterThanOrEqual(30 * 60_000 - 1000);
      expect(lifeMs).toBeLessThan(31 * 60_000);
    });

    it('needs no body at all', async () => {
      expect(await api.request('POST', '/connect/sessions')).toMatchObject({ status: 201 });
      expect(await create(null)).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    });

    it('names every unknown integration with its path', async () => {
      const { status, body } = await create({
        allowed_integrations: ['github', 'nope'],
        integrations_config_defaults: { nada: {} },
        overrides: { nil: {} },
      });
      expect(status).toBe(400);
      expect(body.error.code).toBe('invalid_body');
      expect(body.error.errors.map(({ path }: { path: string[] }) => path)).toEqual([
        ['allowed_integrations', '1'],
        ['integrations_config_defaults', 'nada'],
        ['overrides', 'nil'],
      ]);
    });

    it('tells the developer of a default that does not fit its field', async () => {
      const { status, body } = await create({
        integrations_config_defaults: { shop: { connection_config: { subdomain: 'not a shop!' } } },
      });
      expect(status).toBe(400);
      expect(body.error.errors[0].path).toEqual([
        'integrations_config_defaults',
        'shop',
        'connection_config',
        'subdomain',
      ]);
    });

    it.each([
      'javascript:alert(1)',
      'data:text/html,x',
      '/relative',
      '//evil.example',
      'https://user:pw@evil.example/',
      'ftp://example.com/',
      `https://example.com/${'x'.repeat(2048)}`,
    ])('refuses the return_url %s', async (returnUrl) => {
      const { status, body } = await create({ return_url: returnUrl });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_body', errors: [{ path: ['return_url'] }] });
    });

    it('refuses a webhook address of the gateway itself', async () => {
      const { status, body } = await create({ webhook_url_override: 'https://gateway.example/hook' });
      expect(status).toBe(400);
      expect(body.error.errors[0].path).toEqual(['webhook_url_override']);
      const connection_config = { webhook_url: 'https://gateway.example/hook' };
      const older = await create({ integrations_config_defaults: { github: { connection_config } } });
      expect(older.body.error.errors[0].path).toEqual([
        'integrations_config_defaults',
        'github',
        'connection_config',
        'webhook_url',
      ]);
    });

    it('refuses unknown fields, and keys without the scope', async () => {
      expect(await create({ nope: 1 })).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
      const key = await keyWith(['environment:proxy']);
      expect(await api.request('POST', '/connect/sessions', { key, body: {} })).toMatchObject({ status: 403 });
    });
  });

  describe('the token', () => {
    it('shows its session, without the secrets of the defaults', async () => {
      const token = await tokenOf({
        allowed_integrations: ['github', 'shop'],
        integrations_config_defaults: {
          github: {
            user_scopes: 'repo',
            connection_config: { oauth_client_id_override: 'own', oauth_client_secret_override: 'hush' },
          },
        },
        overrides: { shop: { docs_connect: 'https://docs.example/shop' } },
        end_user: { id: 'u1', email: 'ann@example.com' },
        organization: { id: 'org1', display_name: 'Acme' },
        return_url: 'https://app.example/done?x=1',
      });
      const { status, body } = await withToken(token);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        endUser: {
          id: 'u1',
          email: 'ann@example.com',
          display_name: null,
          tags: null,
          organization: { id: 'org1', display_name: 'Acme' },
        },
        connectUISettings: {
          theme: { light: { primary: '#1f5eff' }, dark: { primary: '#8ab4ff' } },
          defaultTheme: 'system',
          showWatermark: true,
        },
        allowed_integrations: ['github', 'shop'],
        integrations_config_defaults: {
          github: { user_scopes: 'repo', connection_config: { oauth_client_id_override: 'own' } },
        },
        overrides: { shop: { docs_connect: 'https://docs.example/shop' } },
        websocketsPath: '/',
        return_url: 'https://app.example/done?x=1',
        expires_at: expect.any(String),
      });
      expect(JSON.stringify(body)).not.toContain('hush');
    });

    it('works in the spelling of existing clients', async () => {
      const token = await tokenOf();
      expect(await withToken(token.replace(/^svc_/, 'nango_'))).toMatchObject({ status: 200 });
    });

    it('lists the allowed integrations only, and every provider', async () => {
      const token = await tokenOf({ allowed_integrations: ['shop'] });
      const { body } = await withToken(token, 'GET', '/integrations');
      expect(body.data.map((entry: { unique_key: string }) => entry.unique_key)).toEqual(['shop']);
      expect(await withToken(token, 'GET', '/providers/shopify')).toMatchObject({ status: 200 });
      expect(await withToken(token, 'GET', '/providers')).toMatchObject({ status: 200 });
      const all = await withToken(await tokenOf(), 'GET', '/integrations');
      expect(all.body.data).toHaveLength(3);
    });

    it.each([
      ['GET', '/connections', 'forbidden'],
      ['GET', '/integrations/github', 'invalid_permissions'],
      ['GET', '/integrations/github?include=credentials', 'invalid_permissions'],
      ['POST', '/integrations', 'forbidden'],
      ['POST', '/connect/sessions', 'forbidden'],
      ['GET', '/environment-variables', 'forbidden'],
      ['GET', '/proxy/user', 'forbidden'],
    ])('does not open %s %s: %s', async (method, path, code) => {
      expect(await withToken(await tokenOf(), method, path)).toMatchObject({
        status: 403,
        body: { error: { code } },
      });
    });

    it('stops working when it is deleted', async () => {
      const token = await tokenOf();
      expect(await withToken(token, 'DELETE')).toMatchObject({ status: 204 });
      expect(await withToken(token)).toMatchObject({
        status: 401,
        body: { error: { code: 'unknown_connect_session_token' } },
      });
    });

    it('stops working when it expires', async () => {
      const token = await tokenOf();
      await api.database.query(`UPDATE connect_sessions SET expires_at = now() - interval '1 second'`);
      expect(await withToken(token)).toMatchObject({
        status: 401,
        body: { error: { code: 'unknown_connect_session_token' } },
      });
    });

    it.each([
      [`svc_connect_session_${'0'.repeat(64)}`, 'unknown_connect_session_token'],
      [`svc_connect_session_${'0'.repeat(63)}`, 'invalid_connect_session_token_format'],
      [`nango_connect_session_${'G'.repeat(64)}`, 'invalid_connect_session_token_format'],
    ])('%s is refused', async (token, code) => {
      expect(await withToken(token)).toMatchObject({ status: 401, body: { error: { code } } });
    });

    it('is needed where an API key is sent instead', async () => {
      expect(await api.request('GET', '/connect/session')).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      });
    });

    it('is kept as a hash only', async () => {
      const token = await tokenOf({ tags: { a: 'b' } });
      const { rows } = await api.database.query('SELECT row_to_json(s)::text AS text FROM connect_sessions s');
      expect(JSON.stringify(rows)).not.toContain(token.slice(-64));
    });
  });

  describe('POST /connect/sessions/reconnect', () => {
    const reconnect = (body: unknown) => api.request('POST', '/connect/sessions/reconnect', { body });

    beforeAll(async () => {
      for (const connectionId of ['made', 'imported']) {
        const body = {
          provider_config_key: 'github',
          connection_id: connectionId,
          credentials: { type: 'OAUTH2', access_token: 'at' },
        };
        expect(await api.request('POST', '/connections', { body })).toMatchObject({ status: 201 });
      }
      await api.database.query(`UPDATE connections SET via_session = true WHERE connection_id = 'made'`);
    });

    it('makes a session for the one integration', async () => {
      const { status, body } = await reconnect({ connection_id: 'made', integration_id: 'github' });
      expect(status).toBe(201);
      expect((await withToken(body.data.token)).body.data).toMatchObject({
        isReconnecting: true,
        allowed_integrations: ['github'],
      });
    });

    it('refuses a connection that no session made', async () => {
      expect(await reconnect({ connection_id: 'imported', integration_id: 'github' })).toMatchObject({
        status: 400,
        body: { error: { code: 'reconnect_not_supported' } },
      });
    });

    it.each([
      [{ connection_id: 'nobody', integration_id: 'github' }, 'connection_id'],
      [{ connection_id: 'made', integration_id: 'nothing' }, 'integration_id'],
      [{ connection_id: 'made', integration_id: 'shop' }, 'connection_id'],
    ])('%j is unknown', async (body, field) => {
      expect(await reconnect(body)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body', errors: [{ path: [field] }] } },
      });
    });
  });

  describe('POST /connect/telemetry', () => {
    const send = (body: unknown) => api.request('POST', '/connect/telemetry', { key: '', body });

    it('takes an event of a session', async () => {
      const event = { token: await tokenOf(), event: 'open', timestamp: new Date().toISOString() };
      expect(await send({ ...event, dimensions: { integration: 'github' } })).toMatchObject({ status: 204 });
    });

    it('checks token and time', async () => {
      const timestamp = new Date().toISOString();
      expect(await send({ token: 'x', event: 'open', timestamp })).toMatchObject({ status: 401 });
      const old = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
      expect(await send({ token: await tokenOf(), event: 'open', timestamp: old })).toMatchObject({ status: 400 });
    });
  });

  describe('PATCH /environments/{id}', () => {
    it('sets the look of the page and the redirect URI, piece by piece', async () => {
      const { body } = await api.asAccount('GET', '/environments');
      const patch = (change: unknown) => api.asAccount('PATCH', `/environments/${body.data[0].id}`, change);
      expect(
        (
          await patch({
            connect_ui: { theme: { light: { primary: '#112233' } } },
            callback_url: 'https://a.example/cb',
          })
        ).body.data,
      ).toMatchObject({
        callback_url: 'https://a.example/cb',
        connect_ui: { theme: { light: { primary: '#112233' }, dark: { primary: '#8ab4ff' } }, showWatermark: true },
      });
      await patch({ connect_ui: { showWatermark: false, theme: { dark: { primary: '#445566' } } } });
      expect((await withToken(await tokenOf())).body.data.connectUISettings).toEqual({
        theme: { light: { primary: '#112233' }, dark: { primary: '#445566' } },
        defaultTheme: 'system',
        showWatermark: false,
      });
      expect((await patch({ callback_url: null })).body.data.callback_url).toBeNull();
      expect(await patch({ connect_ui: { theme: { light: { primary: 'red;}' } } } })).toMatchObject({ status: 400 });
      expect(await patch({ callback_url: 'javascript:alert(1)' })).toMatchObject({ status: 400 });
      expect(await patch({ callback_url: 'https://a.example/cb#part' })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(/^callback_url: may not have a fragment/) } },
      });
      expect(await api.asAccount('PATCH', '/environments/999999', {})).toMatchObject({ status: 404 });
    });
  });
});
