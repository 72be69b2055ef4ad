import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OperationLog } from '@svc/domain';
import { FlowUnderTest } from '../testing/flow-under-test.js';
import { json } from '../testing/token-server.js';

describe('typed-in credentials', () => {
  let flow: FlowUnderTest;

  beforeAll(async () => {
    flow = await FlowUnderTest.start();
    await flow.integrate({
      provider: 'generic-oauth2-cc',
      unique_key: 'cc',
      integration_config: { tokenUrl: `${flow.tokens.url}/token` },
    });
    await flow.integrate({ provider: 'unauthenticated', unique_key: 'open' });
  });

  beforeEach(() => flow.tokens.use(json(200, {})));

  afterAll(() => flow.close());

  const post = async (
    route: string,
    body?: unknown,
    {
      params = {},
      token,
      query = {},
    }: { params?: Record<string, string>; token?: string; query?: Record<string, string> } = {},
  ) => {
    const values = new URLSearchParams({ connect_session_token: token ?? (await flow.session()), ...query });
    for (const [name, value] of Object.entries(params)) values.set(`params[${name}]`, value);
    return await flow.api.request('POST', `${route}?${values}`, { key: '', body });
  };
  const lastOperation = async (): Promise<any> => {
    await flow.api.app.get(OperationLog).flush();
    const { rows } = await flow.api.database.query(
      `SELECT action, status, error FROM operations WHERE type = 'auth' ORDER BY started_at DESC LIMIT 1`,
    );
    return rows[0];
  };

  it('become a connection once the provider has taken them', async () => {
    const token = await flow.session({ tags: { plan: 'pro' } });
    const { status, body } = await post(
      '/api-auth/api-key/keys',
      { apiKey: 'key-1' },
      { params: { subdomain: 'acme' }, token },
    );
    expect(status).toBe(200);
    expect(body).toEqual({ providerConfigKey: 'keys', connectionId: expect.any(String) });
    expect(flow.tokens.requests[0]).toMatchObject({ path: '/me', headers: { authorization: 'Bearer key-1' } });
    expect(await flow.connection(body.connectionId, 'keys')).toMatchObject({
      credentials: { type: 'API_KEY', apiKey: 'key-1' },
      connection_config: { subdomain: 'acme' },
      tags: { plan: 'pro' },
    });
    expect(await lastOperation()).toMatchObject({ action: 'connect', status: 'success' });
  });

  it('that the provider refuses are not saved, and the person is told', async () => {
    flow.tokens.use(json(401, {}));
    const before = await flow.connectionCount();
    const { status, body } = await post(
      '/api-auth/api-key/keys',
      { apiKey: 'wrong' },
      { params: { subdomain: 'acme' } },
    );
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'connection_test_failed', message: expect.stringContaining('401') });
    expect(JSON.stringify(body)).not.toContain('wrong');
    expect(await flow.connectionCount()).toBe(before);
    expect(await lastOperation()).toMatchObject({ status: 'failed', error: { code: 'connection_test_failed' } });
    const { rows } = await flow.api.database.query<{ payload: object }>(
      'SELECT payload FROM webhook_events ORDER BY created_at DESC LIMIT 1',
    );
    expect(rows[0]?.payload).toMatchObject({
      type: 'auth',
      operation: 'creation',
      success: false,
      providerConfigKey: 'keys',
    });
  });

  it('that give no token say why', async () => {
    flow.tokens.use(json(401, { error: 'invalid_client', error_description: 'Unknown client' }));
    const { status, body } = await post(
      '/oauth2/auth/cc',
      { client_id: 'id', client_secret: 'hush' },
      { params: { baseUrl: flow.tokens.url } },
    );
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'connection_test_failed',
      message: expect.stringContaining('Unknown client'),
      payload: { reason: 'auth_dead' },
    });
    expect(JSON.stringify(body)).not.toContain('hush');
  });

  it('may be none at all', async () => {
    expect(
      await post('/auth/unauthenticated/open', undefined, { params: { baseUrl: 'https://open.example' } }),
    ).toMatchObject({
      status: 200,
      body: { providerConfigKey: 'open' },
    });
  });

  it('replace those of the connection that is authorized anew', async () => {
    const { body } = await post('/api-auth/api-key/keys', { apiKey: 'one' }, { params: { subdomain: 'acme' } });
    const made = await flow.api.request('POST', '/connect/sessions/reconnect', {
      body: { connection_id: body.connectionId, integration_id: 'keys' },
    });
    const again = await post('/api-auth/api-key/keys', { apiKey: 'two' }, { token: made.body.data.token });
    expect(again).toMatchObject({ status: 200, body: { connectionId: body.connectionId } });
    expect(await flow.connection(body.connectionId, 'keys')).toMatchObject({
      credentials: { apiKey: 'two' },
      connection_config: { subdomain: 'acme' },
    });
    expect(await lastOperation()).toMatchObject({ action: 'reconnect', status: 'success' });
  });

  it.each([
    ['/api-auth/basic/keys', { username: 'a', password: 'b' }, 'invalid_auth_mode', 400],
    ['/api-auth/api-key/acme', { apiKey: 'a' }, 'invalid_auth_mode', 400],
    ['/auth/oauth-outbound/acme', undefined, 'invalid_auth_mode', 400],
    ['/auth/two-step/keys', { anything: 'a' }, 'invalid_auth_mode', 400],
    ['/api-auth/api-key/nope', { apiKey: 'a' }, 'unknown_provider_config', 404],
    ['/api-auth/api-key/keys', { apikey: 'a' }, 'invalid_body', 400],
    ['/api-auth/api-key/keys', undefined, 'invalid_body', 400],
    ['/auth/jwt/keys', { type: 'BASIC' }, 'invalid_body', 400],
    ['/auth/two-step/keys', { field: { nested: 1 } }, 'invalid_body', 400],
  ])('%s with %j is %s', async (route, body, code, status) => {
    const answer = await post(route, body, { params: { subdomain: 'acme' } });
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  it.each([
    [{ subdomain: 'evil.example/' }, ['params', 'subdomain']],
    [{ subdomain: 'acme', nope: 'x' }, ['params', 'nope']],
    [{}, ['params', 'subdomain']],
  ])('with the configuration %j are refused', async (params, path) => {
    const answer = await post('/api-auth/api-key/keys', { apiKey: 'a' }, { params });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query_params', errors: [{ path }] } },
    });
    expect(flow.tokens.requests).toHaveLength(0);
  });

  it('cannot overrule what the backend has set', async () => {
    const token = await flow.session({
      integrations_config_defaults: { keys: { connection_config: { subdomain: 'fixed' } } },
    });
    const { body } = await post('/api-auth/api-key/keys', { apiKey: 'a' }, { token, params: { subdomain: 'mine' } });
    expect((await flow.connection(body.connectionId, 'keys')).connection_config).toEqual({ subdomain: 'fixed' });
  });

  it('say what is wrong with a request, not something else', async () => {
    const token = await flow.session();
    const send = async (query: string, body: object) => {
      const address = `/api-auth/api-key/keys?connect_session_token=${token}&${query}`;
      const { status, body: answer } = await flow.api.request('POST', address, { key: '', body });
      return [status, answer.error.code, answer.error.message];
    };
    expect(await send('params[subdomain][x]=acme', { apiKey: 'key' })).toEqual([
      400,
      'invalid_query_params',
      expect.stringContaining('nests them too deeply'),
    ]);
    expect(await send(`connect_session_token=${token}`, { apiKey: 'key' })).toEqual([
      401,
      'invalid_connect_session_token_format',
      expect.stringMatching(/^connect_session_token is given several times: send .*, once\.$/),
    ]);
    expect(await send('params[subdomain]=acme', { apiKey: 'key', more: 1 })).toEqual([
      400,
      'invalid_body',
      'body: Unrecognized key: "more"',
    ]);
    expect(await send('params[subdomain]=acme', { apiKey: 'two\nlines' })).toEqual([
      400,
      'connection_test_failed',
      expect.stringMatching(/did not pass the provider's test: The value for the header .* line break/),
    ]);
    expect(flow.tokens.requests).toHaveLength(0);
  });

  it('need a session that allows the integration', async () => {
    const token = await flow.session({ allowed_integrations: ['open'] });
    expect(await post('/api-auth/api-key/keys', { apiKey: 'a' }, { token })).toMatchObject({
      status: 400,
      body: { error: { code: 'integration_not_allowed' } },
    });
    expect(await post('/api-auth/api-key/keys', {}, { query: { connection_id: 'x' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query_params' } },
    });
    const bare = (query: string, key = '') =>
      flow.api.request('POST', `/api-auth/api-key/keys${query}`, { key, body: { apiKey: 'a' } });
    expect(await bare('?public_key=a&hmac=b')).toMatchObject({
      status: 401,
      body: { error: { code: 'deprecated_authentication' } },
    });
    expect(await bare('')).toMatchObject({ status: 401 });
    expect(await bare('', flow.api.account.secretKey)).toMatchObject({ status: 401 });
  });
});

describe('the client metadata document', () => {
  let flow: FlowUnderTest;

  beforeAll(async () => {
    flow = await FlowUnderTest.start({ PUBLIC_URL: 'https://gateway.example' });
  });

  afterAll(() => flow.close());

  it('describes the integration to authorization servers', async () => {
    const { rows } = await flow.api.database.query<{ uuid: string }>('SELECT uuid FROM environments');
    const address = `/oauth/client-metadata/${rows[0]?.uuid}/acme`;
    const answer = await flow.api.request('GET', address, { key: '' });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.body).toEqual({
      client_id: `https://gateway.example${address}`,
      client_name: 'Acme',
      client_uri: 'https://gateway.example',
      redirect_uris: ['https://gateway.example/oauth/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    for (const path of [`${rows[0]?.uuid}/nope`, '00000000-0000-4000-8000-000000000000/acme'])
      expect(await flow.api.request('GET', `/oauth/client-metadata/${path}`, { key: '' })).toMatchObject({
        status: 404,
      });
  });
});
