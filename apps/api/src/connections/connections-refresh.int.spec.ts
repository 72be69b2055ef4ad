import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionCredentialsService } from '@svc/domain';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { json, raw, rotating, TokenServer } from '../testing/token-server.js';

const MINUTE_MS = 60_000;

/** What definitions can ask of a token request, in one operator's folder. */
const definitions = (tokenUrl: string): Record<string, string> => ({
  'plain-oauth': `
display_name: Plain
docs: https://example.com
auth_mode: OAUTH2
authorization_url: https://example.com/authorize
token_url: ${tokenUrl}/token
token_params: {grant_type: authorization_code, audience: api}
proxy: {base_url: 'https://example.com'}
`,
  'odd-oauth': `
display_name: Odd
docs: https://example.com
auth_mode: OAUTH2
authorization_url: https://example.com/authorize
token_url: ${tokenUrl}/token
refresh_url: ${tokenUrl}/refresh/\${connectionConfig.tenant}
refresh_params: {grant_type: renew, client: '\${clientId}'}
authorization_method: header
body_format: json
alternate_access_token_response_path: data.token
refresh_token_response_metadata: [data.instance]
token_expiration_buffer: 60
expires_in_unit: milliseconds
connection_config: {tenant: {title: Tenant, pattern: '[a-z]+'}}
proxy: {base_url: 'https://example.com'}
`,
  'client-oauth': `
display_name: Client
docs: https://example.com
auth_mode: OAUTH2_CC
token_url: ${tokenUrl}/cc
token_request_auth_method: basic
scope_separator: ','
proxy: {base_url: 'https://example.com'}
`,
});

describe('credentials stay fresh', () => {
  let api: ApiUnderTest;
  let tokens: TokenServer;
  let folder: string;
  let counter = 0;

  beforeAll(async () => {
    tokens = await TokenServer.start();
    folder = await mkdtemp(path.join(tmpdir(), 'gateway-providers-'));
    for (const [name, yaml] of Object.entries(definitions(tokens.url)))
      await writeFile(path.join(folder, `${name}.yaml`), yaml);
    api = await ApiUnderTest.start({ PROVIDERS_DIR: folder });
    const credentials = { client_id: 'app-id', client_secret: 'app-secret', scopes: 'a,b' };
    for (const provider of ['plain-oauth', 'odd-oauth']) {
      await api.request('POST', '/integrations', { body: { unique_key: provider, provider, credentials } });
    }
    await api.request('POST', '/integrations', {
      body: { unique_key: 'client-oauth', provider: 'client-oauth', credentials: { scopes: 'a,b' } },
    });
  });

  afterAll(async () => {
    await api.close();
    await tokens.close();
    await rm(folder, { recursive: true });
    // Commands for Temporal, which does not run here, are tried once more at the end.
  }, 60_000);

  beforeEach(async () => {
    tokens.use(rotating());
    // Many connections that fail one after the other are an outage; here each stands for itself.
    await api.database.query('TRUNCATE provider_outages');
  });

  const connect = async (
    expiresInMs: number | undefined,
    { integration = 'plain-oauth', ...more }: Record<string, unknown> = {},
  ): Promise<string> => {
    const connection_id = `c-${(counter += 1)}`;
    const expires_at = expiresInMs === undefined ? undefined : new Date(Date.now() + expiresInMs).toISOString();
    const credentials = { type: 'OAUTH2', access_token: 'at-0', refresh_token: 'rt-0', expires_at };
    const body = { provider_config_key: integration, connection_id, credentials, ...more };
    expect(await api.request('POST', '/connections', { body })).toMatchObject({ status: 201 });
    return connection_id;
  };
  const get = (id: string, query = '', integration = 'plain-oauth') =>
    api.request('GET', `/connections/${id}?provider_config_key=${integration}${query}`);
  const rowOf = async (id: string) =>
    (await api.database.query<Record<string, unknown>>('SELECT * FROM connections WHERE connection_id = $1', [id]))
      .rows[0];
  const sqlOn = (id: string, set: string) =>
    api.database.query(`UPDATE connections SET ${set} WHERE connection_id = $1`, [id]);

  describe('when', () => {
    it.each([
      ['expired', -MINUTE_MS, 1],
      ['in 14 minutes', 14 * MINUTE_MS, 1],
      ['in 16 minutes', 16 * MINUTE_MS, 0],
      ['never', undefined, 0],
    ])('%s', async (_, expiresInMs, requests) => {
      const { status, body } = await get(await connect(expiresInMs));
      expect(status).toBe(200);
      expect(tokens.requests).toHaveLength(requests);
      expect(body.credentials.access_token).toBe(`at-${requests}`);
    });

    it('forced', async () => {
      const id = await connect(60 * MINUTE_MS);
      expect((await get(id, '&force_refresh=true')).body.credentials.access_token).toBe('at-1');
      expect((await get(id)).body.credentials.access_token).toBe('at-1');
      expect((await get(id, '&force_refresh=true')).body.credentials.access_token).toBe('at-2');
    });

    it('not without a refresh token', async () => {
      const id = await connect(undefined, {
        credentials: { type: 'OAUTH2', access_token: 'only', expires_at: 1_000_000_000 },
      });
      expect((await get(id, '&force_refresh=true')).body.credentials).toMatchObject({
        access_token: 'only',
        expires_at: '2001-09-09T01:46:40.000Z',
      });
      expect(tokens.requests).toHaveLength(0);
    });

    it('once per read at most where tokens live shorter than the 15 minutes', async () => {
      tokens.use(rotating(60));
      const id = await connect(-1);
      await get(id);
      await get(id);
      expect(tokens.requests).toHaveLength(2);
    });
  });

  describe('the request', () => {
    it('is a refresh_token grant with the client in the form', async () => {
      await get(await connect(-1));
      const [request] = tokens.requests;
      expect(request?.path).toBe('/token');
      expect(request?.form).toEqual({
        grant_type: 'refresh_token',
        refresh_token: 'rt-0',
        client_id: 'app-id',
        client_secret: 'app-secret',
        audience: 'api',
      });
      expect(request?.headers.authorization).toBeUndefined();
    });

    it("uses the connection's own app", async () => {
      await get(
        await connect(-1, {
          connection_config: { oauth_client_id_override: 'own', oauth_client_secret_override: 'own-secret' },
        }),
      );
      expect(tokens.requests[0]?.form).toMatchObject({ client_id: 'own', client_secret: 'own-secret' });
    });

    it('is what the definition says', async () => {
      tokens.use(
        json(200, { data: { token: 'deep', refresh_token: 'deep-rt', expires_in: 7_200_000, instance: 'eu-1' } }),
      );
      const id = await connect(30_000, { integration: 'odd-oauth', connection_config: { tenant: 'acme' } });
      const { body } = await get(id, '&refresh_token=true', 'odd-oauth');
      const [request] = tokens.requests;
      expect(request?.path).toBe('/refresh/acme');
      expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('app-id:app-secret').toString('base64')}`);
      expect(JSON.parse(request?.body ?? '')).toEqual({ grant_type: 'renew', client: 'app-id', refresh_token: 'rt-0' });
      expect(body.credentials).toMatchObject({ access_token: 'deep', refresh_token: 'deep-rt' });
      const lifeMs = Date.parse(body.credentials.expires_at) - Date.now();
      expect(lifeMs).toBeGreaterThan(7_000_000);
      expect(lifeMs).toBeLessThan(7_200_001);
      expect(body.connection_config).toMatchObject({ tenant: 'acme', 'data.instance': 'eu-1' });
    });

    it('comes only within the buffer of the definition', async () => {
      const id = await connect(2 * MINUTE_MS, { integration: 'odd-oauth', connection_config: { tenant: 'acme' } });
      await get(id, '', 'odd-oauth');
      expect(tokens.requests).toHaveLength(0);
    });

    it('of client credentials carries the client of the connection and the scopes', async () => {
      tokens.use(json(200, { access_token: 'cc-1' }));
      const credentials = {
        type: 'OAUTH2_CC',
        token: 'cc-0',
        client_id: 'cid',
        client_secret: 'cs',
        expires_at: '2020-01-01T00:00:00Z',
      };
      const id = await connect(undefined, { integration: 'client-oauth', credentials });
      const { body } = await get(id, '', 'client-oauth');
      expect(tokens.requests[0]?.form).toEqual({ grant_type: 'client_credentials', scope: 'a,b' });
      expect(tokens.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('cid:cs').toString('base64')}`);
      expect(body.credentials).toMatchObject({
        type: 'OAUTH2_CC',
        token: 'cc-1',
        client_id: 'cid',
        raw: { access_token: 'cc-1' },
      });
      // Without a word about it, a token is taken to live 55 minutes.
      const lifeMs = Date.parse(body.credentials.expires_at) - Date.now();
      expect(Math.round(lifeMs / MINUTE_MS)).toBe(55);
    });
  });

  describe('the answer', () => {
    it('may leave the refresh token out: the old one stays', async () => {
      tokens.use(json(200, { access_token: 'next', expires_in: '3600' }));
      const id = await connect(-1);
      expect((await get(id, '&refresh_token=true')).body.credentials).toMatchObject({
        access_token: 'next',
        refresh_token: 'rt-0',
      });
      expect(await rowOf(id)).toMatchObject({
        refresh_token_rotates: false,
        refresh_sent_at: null,
        refresh_lease: null,
      });
    });

    it.each([
      ['a form', raw(200, 'application/x-www-form-urlencoded', 'access_token=form-at&expires_in=3600'), 'form-at'],
      ['JSON that claims to be text', raw(200, 'text/plain', '{"access_token":"text-at"}'), 'text-at'],
    ])('may be %s', async (_, reply, token) => {
      tokens.use(reply);
      expect((await get(await connect(-1))).body.credentials.access_token).toBe(token);
    });

    it('may name the end as seconds, milliseconds or a date', async () => {
      const end = Math.floor(Date.now() / 1000) + 7_200;
      for (const expires_at of [end, String(end), end * 1000, new Date(end * 1000).toISOString()]) {
        tokens.use(json(200, { access_token: 'x', expires_at }));
        expect(Date.parse((await get(await connect(-1))).body.credentials.expires_at)).toBe(end * 1000);
      }
    });
  });

  describe('failures', () => {
    it.each([
      ['invalid_grant', json(400, { error: 'invalid_grant' }), 'auth_dead', true],
      ['unauthorized_client', json(400, { error: 'unauthorized_client' }), 'auth_transient', false],
      ['an error with status 200', json(200, { error: 'bad_refresh_token' }), 'auth_dead', true],
      ['invalid_client', json(401, { error: 'invalid_client' }), 'auth_transient', false],
      ['an unknown refusal', json(400, { error: 'computer_says_no' }), 'auth_transient', false],
      ['status 500', json(500, { error: 'invalid_grant' }), 'provider_down', false],
      ['status 429', json(429, {}), 'throttled', false],
      ['HTML', raw(200, 'text/html', '<html>Sign in</html>'), 'provider_down', false],
      ['an HTML refusal', raw(403, 'text/html', '<html>WAF</html>'), 'provider_down', false],
      ['garbage', raw(200, 'application/json', '{"access_tok'), 'provider_down', false],
      ['a token that is none', json(200, { access_token: { a: 1 } }), 'provider_down', false],
      ['a list', json(200, [1]), 'provider_down', false],
      ['no answer', (response) => void response.destroy(), 'provider_down', false],
      [
        'half an answer',
        (response) => void response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
        'provider_down',
        false,
      ],
    ] satisfies [string, TokenServer['reply'], string, boolean][])(
      '%s: 400 invalid_credentials',
      async (_, reply, reason, marksConnection) => {
        tokens.use(reply);
        const id = await connect(-1, { metadata: { m: 1 } });
        const { status, body } = await get(id);
        expect(status).toBe(400);
        expect(body.error).toMatchObject({
          code: 'invalid_credentials',
          payload: { reason, connection: { connection_id: id, metadata: { m: 1 } } },
        });
        expect(body.error.payload.connection).not.toHaveProperty('credentials');
        expect(body.error.payload.connection.errors).toEqual(
          marksConnection ? [{ type: 'auth', log_id: expect.any(String) }] : [],
        );
        expect(JSON.stringify(body)).not.toMatch(/at-0|rt-0|app-secret/);
        expect(tokens.requests).toHaveLength(1);
      },
    );

    it('are not repeated for 30 s unless forced, and leave no trace after recovery', async () => {
      tokens.use(json(400, { error: 'invalid_grant' }));
      const id = await connect(-1);
      await get(id);
      const again = await get(id);
      expect(again).toMatchObject({
        status: 424,
        body: { error: { code: 'invalid_credentials', payload: { reason: 'cooldown', last_failure: 'auth_dead' } } },
      });
      expect(again.body.error.payload.connection.errors).toHaveLength(1);
      expect(tokens.requests).toHaveLength(1);
      expect(await get(id, '&force_refresh=true')).toMatchObject({ status: 400 });
      expect(tokens.requests).toHaveLength(2);
      tokens.use(rotating());
      await sqlOn(id, `refresh_failed_at = now() - interval '31 s'`);
      expect((await get(id)).body).toMatchObject({ credentials: { access_token: 'at-1' }, errors: [] });
      expect(await rowOf(id)).toMatchObject({
        refresh_failed_at: null,
        refresh_failed_days: 0,
        refresh_failure_reason: null,
      });
    });

    it('end the attempts after four days, until one is forced', async () => {
      tokens.use(json(400, { error: 'invalid_request' }));
      const id = await connect(-1);
      for (const day of [1, 2, 3, 4]) {
        expect(await get(id)).toMatchObject({ status: 400 });
        expect(await rowOf(id)).toMatchObject({ refresh_failed_days: day });
        await sqlOn(id, `refresh_failed_at = now() - interval '1 day'`);
      }
      expect(await get(id)).toMatchObject({
        status: 424,
        body: { error: { code: 'invalid_credentials', payload: { reason: 'exhausted' } } },
      });
      tokens.use(rotating());
      expect(await get(id, '&force_refresh=true')).toMatchObject({ status: 200 });
    });

    it('that pass are handed to Temporal, whether or not it is there', async () => {
      tokens.use(json(500, {}));
      const id = await connect(-1);
      await get(id);
      await get(id, '&force_refresh=true');
      const { refresh_trouble_id: trouble } = (await rowOf(id)) ?? {};
      const { rows } = await api.database.query(`SELECT input FROM temporal_commands WHERE key = $1`, [
        `workflow:refresh-credentials-${String(trouble)}`,
      ]);
      expect(rows).toMatchObject([{ input: { start: { workflow: 'refresh-credentials', taskQueue: 'system' } } }]);
      expect(JSON.stringify(rows)).not.toMatch(/at-0|rt-0|app-secret/);
      tokens.use(rotating());
      await sqlOn(id, `refresh_failed_at = now() - interval '31 s'`);
      expect(await get(id)).toMatchObject({ status: 200 });
    });

    it('count once a day', async () => {
      tokens.use(json(400, { error: 'invalid_request' }));
      const id = await connect(-1);
      await get(id);
      await get(id, '&force_refresh=true');
      expect(await rowOf(id)).toMatchObject({ refresh_failed_days: 1 });
    });

    it('end with a new import', async () => {
      tokens.use(json(400, { error: 'invalid_grant' }));
      const id = await connect(-1);
      await get(id);
      const credentials = { type: 'OAUTH2', access_token: 'new', refresh_token: 'new-rt' };
      await api.request('POST', '/connections', {
        body: { provider_config_key: 'plain-oauth', connection_id: id, credentials },
      });
      expect(await get(id)).toMatchObject({ status: 200, body: { errors: [], credentials: { access_token: 'new' } } });
    });

    it('pause the syncs of the connection when only a reconnect helps, and resume what they paused', async () => {
      const id = await connect(-1);
      await api.database.query(
        `WITH f AS (INSERT INTO functions (environment_id, integration_id, type, name)
                    SELECT environment_id, integration_id, 'sync', 'issues-' || id FROM connections WHERE connection_id = $1 RETURNING id)
         INSERT INTO syncs (environment_id, integration_id, connection_id, function_id, name, paused, pause_reason)
         SELECT c.environment_id, c.integration_id, c.id, f.id, s.name, s.paused, s.reason FROM connections c, f,
                (VALUES ('runs', false, NULL), ('held', true, 'paused_by_user')) s(name, paused, reason)
          WHERE c.connection_id = $1`,
        [id],
      );
      const paused = async () =>
        (
          await api.database.query(
            `SELECT s.name, s.pause_reason FROM syncs s JOIN connections c ON c.id = s.connection_id WHERE c.connection_id = $1 AND s.paused ORDER BY 1`,
            [id],
          )
        ).rows;
      tokens.use(json(500, {}));
      await get(id, '&force_refresh=true');
      expect(await paused()).toEqual([{ name: 'held', pause_reason: 'paused_by_user' }]);
      tokens.use(json(400, { error: 'invalid_grant' }));
      await get(id, '&force_refresh=true');
      expect(await paused()).toEqual([
        { name: 'held', pause_reason: 'paused_by_user' },
        { name: 'runs', pause_reason: 'auth_dead' },
      ]);
      tokens.use(rotating());
      await get(id, '&force_refresh=true');
      expect(await paused()).toEqual([{ name: 'held', pause_reason: 'paused_by_user' }]);
    });
  });

  describe('a refresh that was cut off', () => {
    const interrupt = (id: string, sent: boolean) =>
      sqlOn(
        id,
        `refresh_lease = gen_random_uuid(), refresh_lease_until = now() - interval '1 s', refresh_sent_at = ${sent ? 'now()' : 'NULL'}`,
      );

    it('before it was sent is simply done again', async () => {
      const id = await connect(-1);
      await interrupt(id, false);
      expect((await get(id)).body.credentials.access_token).toBe('at-1');
    });

    it('after it was sent is not repeated: the connection says so, until a refresh is forced', async () => {
      const id = await connect(-1);
      await interrupt(id, true);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const { status, body } = await get(id);
        expect(status).toBe(424);
        expect(body.error).toMatchObject({
          code: 'invalid_credentials',
          payload: { reason: 'refresh_interrupted', connection: { errors: [{ type: 'auth' }] } },
        });
      }
      await sqlOn(id, `refresh_failed_at = now() - interval '1 day'`);
      expect(await get(id)).toMatchObject({ status: 424 });
      expect(tokens.requests).toHaveLength(0);
      expect(await get(id, '&force_refresh=true')).toMatchObject({
        status: 200,
        body: { errors: [], credentials: { access_token: 'at-1' } },
      });
    });

    it('is repeated where the provider is known to keep its refresh tokens', async () => {
      const id = await connect(-1);
      await sqlOn(id, 'refresh_token_rotates = false');
      await interrupt(id, true);
      expect(await get(id)).toMatchObject({ status: 200 });
    });
  });

  describe('meanwhile', () => {
    /** A reply that waits until it is released. */
    const held = () => {
      const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      tokens.use(async (response, request) => {
        isAsked();
        await released;
        await rotating()(response, request);
      });
      return { asked, release };
    };

    it('an import wins over a refresh that runs', async () => {
      const { asked, release } = held();
      const id = await connect(-1);
      const reading = get(id);
      await asked;
      const credentials = { type: 'OAUTH2', access_token: 'imported' };
      await api.request('POST', '/connections', {
        body: { provider_config_key: 'plain-oauth', connection_id: id, credentials },
      });
      release();
      expect((await reading).body.credentials.access_token).toBe('imported');
      expect((await get(id)).body.credentials.access_token).toBe('imported');
    });

    it('a deletion wins over a refresh that runs', async () => {
      const { asked, release } = held();
      const id = await connect(-1);
      const reading = get(id);
      await asked;
      expect(await api.request('DELETE', `/connections/${id}?provider_config_key=plain-oauth`)).toMatchObject({
        status: 200,
      });
      release();
      expect((await reading).status).toBe(404);
      expect(await rowOf(id)).toMatchObject({ credentials_sealed: null });
    });

    it('a refresh holds no database connection', async () => {
      const { asked, release } = held();
      const id = await connect(-1);
      const reading = get(id);
      await asked;
      const { pool } = api.database;
      // Never true while one is held; logs and lanes use them for moments.
      while (pool.totalCount > pool.idleCount) await new Promise(setImmediate);
      release();
      await reading;
    });
  });

  describe('for calls', () => {
    const use = async (id: string) => {
      const { rows } = await api.database.query<{ environment_id: number }>(
        'SELECT environment_id FROM connections WHERE connection_id = $1',
        [id],
      );
      const service = api.app.get(ConnectionCredentialsService, { strict: false });
      return service.getFresh({
        environmentId: rows[0]?.environment_id ?? 0,
        providerConfigKey: 'plain-oauth',
        connectionId: id,
      });
    };

    it('a token that is still valid outlives an outage of the token endpoint', async () => {
      tokens.use(json(503, {}));
      const id = await connect(5 * MINUTE_MS);
      for (let call = 0; call < 3; call += 1)
        expect((await use(id)).credentials).toMatchObject({ access_token: 'at-0' });
      expect(tokens.requests).toHaveLength(1);
      expect((await get(id)).status).toBe(424);
    });

    it('an expired one does not, and neither does an authorization that is gone', async () => {
      tokens.use(json(503, {}));
      const expired = await connect(-1);
      await expect(use(expired)).rejects.toMatchObject({ code: 'invalid_credentials', status: 400 });
      await expect(use(expired)).rejects.toMatchObject({ code: 'connection_refresh_backoff', status: 424 });
      tokens.use(json(400, { error: 'invalid_grant' }));
      const gone = await connect(5 * MINUTE_MS);
      await expect(use(gone)).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(use(gone)).rejects.toMatchObject({ code: 'connection_refresh_backoff' });
    });

    it('a token of a short life is used for half of it', async () => {
      tokens.use(rotating(60));
      const id = await connect(-1);
      for (let call = 0; call < 3; call += 1)
        expect((await use(id)).credentials).toMatchObject({ access_token: 'at-1' });
      await sqlOn(id, `issued_at = issued_at - interval '31 s', expires_at = expires_at - interval '31 s'`);
      expect((await use(id)).credentials).toMatchObject({ access_token: 'at-2' });
    });

    it('sees what another process changed', async () => {
      const id = await connect(undefined, { metadata: { a: 1 } });
      expect((await use(id)).connection.metadata).toEqual({ a: 1 });
      await sqlOn(id, `metadata = '{"a": 2}'`);
      expect((await use(id)).connection.metadata).toEqual({ a: 2 });
      await api.request('PATCH', '/integrations/plain-oauth', { body: { display_name: 'Renamed' } });
      expect((await use(id)).integration.displayName).toBe('Renamed');
    });
  });
});
