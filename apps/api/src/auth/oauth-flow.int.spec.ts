import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OperationLog } from '@svc/domain';
import { randomUUID } from 'node:crypto';
import { FlowUnderTest } from '../testing/flow-under-test.js';
import { json } from '../testing/token-server.js';

const GRANT = { access_token: 'at-1', refresh_token: 'rt-1', expires_in: 3600, token_type: 'bearer', instance: 'eu7' };

describe('the browser flow', () => {
  let flow: FlowUnderTest;

  beforeAll(async () => {
    flow = await FlowUnderTest.start({ PUBLIC_URL: 'https://gateway.example' });
  });

  beforeEach(() => flow.tokens.use(json(200, GRANT)));

  afterAll(() => flow.close());

  const operations = async (): Promise<any[]> => {
    await flow.api.app.get(OperationLog).flush();
    const { rows } = await flow.api.database.query(
      `SELECT action, status, error, connection_key, provider_config_key FROM operations WHERE type = 'auth' ORDER BY started_at DESC`,
    );
    return rows;
  };
  const events = async (): Promise<any[]> => {
    const { rows } = await flow.api.database.query('SELECT payload FROM webhook_events ORDER BY created_at DESC');
    return rows.map(({ payload }) => payload);
  };

  it('sends the browser on, bound by a cookie', async () => {
    const sent = await flow.begin();
    expect(sent.location.origin + sent.location.pathname).toBe('https://acme.example/authorize');
    expect(Object.fromEntries(sent.location.searchParams)).toMatchObject({
      client_id: 'client',
      redirect_uri: 'https://gateway.example/oauth/callback',
      response_type: 'code',
      scope: 'read',
      code_challenge_method: 'S256',
    });
    expect(sent.setCookie).toMatch(
      new RegExp(`^oauth2-${sent.state}=\\w{43}; Path=/; Max-Age=3600; HttpOnly; SameSite=None; Secure$`),
    );
    expect(sent.location.href).not.toContain(sent.cookie.split('=')[1]);
    expect(await flow.attempt(sent)).toEqual({
      status: 'waiting',
      provider_config_key: 'acme',
      connection_id: null,
      is_pending: false,
      error_type: null,
      error_desc: null,
    });
  });

  it('makes a connection of what the provider gives, with what session, provider and person said', async () => {
    const token = await flow.session({
      tags: { Plan: 'pro' },
      end_user: { id: 'u1', email: 'ann@example.com' },
      integrations_config_defaults: { acme: { connection_config: { region: 'us' } } },
      webhook_url_override: 'https://hooks.example/x',
    });
    const sent = await flow.begin(
      {
        'params[subdomain]': 'acme',
        'params[region]': 'mars',
        'params[instance]': '',
        'params[webhook_url]': 'https://evil.example',
      },
      { token },
    );
    const page = await flow.return(sent, { code: 'code-1', shop: 'shop-9' });
    expect(page.status).toBe(200);
    expect(page.outcome).toEqual({ isSuccess: true });
    expect(page.headers.get('set-cookie')).toContain('Max-Age=0');
    const attempt = await flow.attempt(sent);
    expect(attempt).toMatchObject({ status: 'success', provider_config_key: 'acme', is_pending: false });
    expect(await flow.connection(attempt.connection_id)).toMatchObject({
      provider: 'acme',
      errors: [],
      tags: { plan: 'pro', end_user_id: 'u1', end_user_email: 'ann@example.com' },
      end_user: { id: 'u1' },
      webhook_url_override: 'https://hooks.example/x',
      connection_config: {
        subdomain: 'acme',
        region: 'us',
        instance: 'eu7',
        shop: 'shop-9',
        secretHost: 'api.acme.example',
      },
      credentials: { type: 'OAUTH2', access_token: 'at-1', refresh_token: 'rt-1' },
    });
    expect(flow.tokens.requests[0]?.form).toMatchObject({
      code: 'code-1',
      redirect_uri: 'https://gateway.example/oauth/callback',
    });
    expect((await operations())[0]).toMatchObject({
      action: 'connect',
      status: 'success',
      connection_key: attempt.connection_id,
    });
    expect((await events())[0]).toMatchObject({
      type: 'auth',
      operation: 'creation',
      success: true,
      connectionId: attempt.connection_id,
      tags: { plan: 'pro' },
    });
  });

  it('keeps what the backend has set secret from the browser that uses it', async () => {
    const connection_config = { pin: '4711', region: 'us' };
    const token = await flow.session({ integrations_config_defaults: { acme: { connection_config } } });
    const { body } = await flow.api.request('GET', '/connect/session', { key: token });
    expect(body.data.integrations_config_defaults.acme.connection_config).toEqual({ pin: '********', region: 'us' });
    const sent = await flow.begin({ 'params[pin]': '********' }, { token });
    await flow.return(sent);
    const { connection_id } = await flow.attempt(sent);
    expect((await flow.connection(connection_id)).connection_config).toMatchObject(connection_config);
  });

  it('keeps an app of its own as a credential', async () => {
    const sent = await flow.begin({
      'credentials[oauth_client_id_override]': 'own',
      'credentials[oauth_client_secret_override]': 'own-hush',
      'credentials[oauth_refresh_token_override]': 'own-rt',
    });
    expect(sent.location.searchParams.get('client_id')).toBe('own');
    await flow.return(sent);
    const { connection_id } = await flow.attempt(sent);
    const connection = await flow.connection(connection_id);
    expect(connection.credentials.config_override).toEqual({ client_id: 'own', client_secret: 'own-hush' });
    expect(connection.credentials.refresh_token).toBe('own-rt');
    expect(JSON.stringify(connection.connection_config)).not.toContain('own');
  });

  it('lets the app of the backend win over one of the end user', async () => {
    const connection_config = { oauth_client_id_override: 'theirs', oauth_client_secret_override: 'theirs-hush' };
    const token = await flow.session({ integrations_config_defaults: { acme: { connection_config } } });
    const sent = await flow.begin({ 'credentials[oauth_client_id_override]': 'own' }, { token });
    expect(sent.location.searchParams.get('client_id')).toBe('theirs');
  });

  it('takes scopes and parameters, but nothing that is ours to say', async () => {
    const sent = await flow.begin({
      user_scope: 'a,b',
      'authorization_params[prompt]': 'consent',
      'authorization_params[redirect_uri]': 'https://evil.example',
      'authorization_params[state]': 'evil',
    });
    expect(sent.location.searchParams.get('scope')).toBe('a b');
    expect(sent.location.searchParams.get('prompt')).toBe('consent');
    expect(sent.location.href).not.toContain('evil');
  });

  it('begins 200 times in one session, and no more', async () => {
    const token = await flow.session();
    const begin = () => flow.open('acme', { connect_session_token: token });
    for (let count = 0; count < 10; count += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, begin));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    }
    const refused = await begin();
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null]);
    expect(refused.outcome.payload.message).toContain('200 authorizations');
    expect((await flow.open('acme', { connect_session_token: await flow.session() })).status).toBe(302);
  });

  it('uses the redirect URI of the environment', async () => {
    const { body } = await flow.api.asAccount('GET', '/environments');
    const patch = (callback_url: string | null) =>
      flow.api.asAccount('PATCH', `/environments/${body.data[0].id}`, { callback_url });
    await patch('https://app.example/callback');
    const sent = await flow.begin();
    expect(sent.location.searchParams.get('redirect_uri')).toBe('https://app.example/callback');
    await patch(null);
    // The token request names the one that the browser was sent with.
    await flow.return(sent);
    expect(flow.tokens.requests[0]?.form['redirect_uri']).toBe('https://app.example/callback');
  });

  it.each([
    ['/oauth/callback', 'payload'],
    ['/oauth/callback', 'customField'],
    ['/app-auth/connect', 'state'],
  ])('takes the browser back at %s with %s', async (route, name) => {
    const sent = await flow.begin();
    const query = new URLSearchParams({ [name]: sent.state, code: 'code-1' });
    expect((await flow.page(`${route}?${query}`, { cookie: sent.cookie })).status).toBe(200);
    expect(await flow.attempt(sent)).toMatchObject({ status: 'success' });
  });

  describe('authorizing anew', () => {
    it('keeps id, tags and configuration, and lays over them what is new', async () => {
      const first = await flow.begin(
        { 'params[subdomain]': 'one' },
        { token: await flow.session({ tags: { a: '1', b: '1' } }) },
      );
      await flow.return(first, { code: 'c', shop: 'old-shop' });
      const { connection_id } = await flow.attempt(first);
      flow.tokens.use(json(200, { ...GRANT, access_token: 'at-2', instance: 'eu8' }));
      const made = await flow.api.request('POST', '/connect/sessions/reconnect', {
        body: { connection_id, integration_id: 'acme', tags: { b: '2' } },
      });
      const token = made.body.data.token;
      const again = await flow.begin({}, { token });
      await flow.return(again, { code: 'c' });
      expect(await flow.attempt(again)).toMatchObject({ status: 'success', connection_id });
      expect(await flow.connection(connection_id)).toMatchObject({
        tags: { a: '1', b: '2' },
        connection_config: { subdomain: 'one', instance: 'eu8', shop: 'old-shop' },
        credentials: { access_token: 'at-2' },
      });
      expect((await operations())[0]).toMatchObject({
        action: 'reconnect',
        status: 'success',
        connection_key: connection_id,
      });
      expect((await events())[0]).toMatchObject({ operation: 'override', success: true });
      const other = await flow.open('other', { connect_session_token: token });
      expect(other.outcome.payload.errorType).toBe('provider_config_err');
    });
  });

  describe('what goes wrong at the provider', () => {
    it("tells of a refusal, in the provider's words", async () => {
      const sent = await flow.begin();
      const page = await flow.return(sent, { error: 'access_denied', error_description: 'Ann said no' });
      expect(page.status).toBe(400);
      expect(page.outcome).toEqual({
        isSuccess: false,
        payload: { errorType: 'callback_err', message: expect.stringContaining('Ann said no') },
      });
      expect(await flow.attempt(sent)).toMatchObject({
        status: 'error',
        error_type: 'callback_err',
        error_desc: expect.stringContaining('Ann said no'),
        connection_id: null,
      });
      expect((await operations())[0]).toMatchObject({ status: 'failed', error: { code: 'access_denied' } });
      expect((await events())[0]).toMatchObject({
        operation: 'creation',
        success: false,
        error: { type: 'callback_err' },
      });
    });

    it('shows the beginning of long words, without what no page can show', async () => {
      const sent = await flow.begin();
      const page = await flow.return(sent, { error: 'odd', error_description: `one\0two ${'x'.repeat(5000)}` });
      const { message } = page.outcome.payload;
      expect(message).toMatch(/^The provider did not authorize: one\uFFFDtwo x+/);
      expect(message.length).toBeLessThan(600);
      expect((await flow.attempt(sent)).error_desc).toBe(message);
    });

    it('tells of a code that the provider does not take', async () => {
      flow.tokens.use(json(400, { error: 'invalid_grant', error_description: 'Code expired' }));
      const sent = await flow.begin();
      expect((await flow.return(sent)).status).toBe(400);
      expect(await flow.attempt(sent)).toMatchObject({ status: 'error', error_type: 'token_err' });
    });

    it('never shows or logs a secret', async () => {
      flow.tokens.use(json(400, { error: 'invalid_client' }));
      const sent = await flow.begin();
      const page = await flow.return(sent, { code: 'secret-code' });
      const { rows } = await flow.api.database.query(
        `SELECT (SELECT json_agg(o) FROM operations o)::text || (SELECT json_agg(a) FROM connect_attempts a)::text AS text`,
      );
      for (const text of [page.html, JSON.stringify(rows)]) {
        expect(text).not.toContain('client-hush');
        expect(text).not.toContain('secret-code');
      }
    });
  });

  describe('what goes wrong before', () => {
    const refused = async (query: Record<string, string>, key = 'acme', session: object = {}) => {
      const waiting = { token: await flow.session(session), attempt: randomUUID() };
      const page = await flow.open(key, { connect_session_token: waiting.token, attempt: waiting.attempt, ...query });
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(page.headers.get('content-type')).toContain('text/html');
      return { page, attempt: await flow.attempt(waiting) };
    };

    it.each([
      ['an unknown parameter', { nope: 'x' }, 'url_param_err'],
      ['a connection id', { connection_id: 'mine' }, 'url_param_err'],
      ['an unknown field', { 'params[nope]': 'x' }, 'url_param_err'],
      ['a hidden field', { 'params[secretHost]': 'evil.example' }, 'url_param_err'],
      ['a value that does not fit', { 'params[subdomain]': 'evil.example/' }, 'url_param_err'],
      ['a socket that cannot be stored', { ws_client_id: '\0' }, 'url_param_err'],
      ['a language that cannot be stored', { lang: '\0' }, 'url_param_err'],
      ['a value that is too long', { 'params[subdomain]': 'a'.repeat(9000) }, 'url_param_err'],
    ])('refuses %s', async (_, query, errorType) => {
      const { page, attempt } = await refused(query);
      expect(page.status).toBe(400);
      expect(page.outcome.payload.errorType).toBe(errorType);
      expect(attempt).toMatchObject({ status: 'error', error_type: errorType, provider_config_key: 'acme' });
    });

    it.each([
      ['an integration that is unknown', 'nope', {}, 'unknown_config_key'],
      [
        'an integration that the session does not allow',
        'acme',
        { allowed_integrations: ['other'] },
        'provider_config_err',
      ],
      ['one with typed-in credentials', 'keys', {}, 'auth_mode_err'],
    ])('refuses %s', async (_, key, session, errorType) => {
      const { page, attempt } = await refused({}, key, session);
      expect(page.status).toBe(400);
      expect(attempt).toMatchObject({ status: 'error', error_type: errorType, provider_config_key: key });
      expect((await operations())[0]).toMatchObject({ status: 'failed', provider_config_key: key });
    });

    it.each([
      [{ connect_session_token: 'nope' }],
      [{ connect_session_token: `svc_connect_session_${'0'.repeat(64)}` }],
      [{ public_key: 'x', hmac: 'y' }],
      [{}],
    ])('shows a page for %j', async (query: Record<string, string>) => {
      const page = await flow.open('acme', query);
      expect(page.status).toBe(401);
      expect(page.outcome.payload.errorType).toBe('account_or_environment_retrieval_err');
    });

    it('does not open integrations of another environment', async () => {
      const { body } = await flow.api.asAccount('POST', '/environments', { name: 'second' });
      const made = await flow.api.request('POST', '/connect/sessions', { key: body.data.secret_key, body: {} });
      const page = await flow.open('acme', { connect_session_token: made.body.data.token });
      expect(page.outcome.payload.errorType).toBe('unknown_config_key');
    });
  });

  describe('who may come back', () => {
    it('turns another browser away, and the right one still gets through', async () => {
      const sent = await flow.begin();
      const before = await flow.connectionCount();
      for (const cookie of ['', `oauth2-${sent.state}=guess`, (await flow.begin()).cookie]) {
        const page = await flow.return({ state: sent.state, cookie });
        expect(page.status).toBe(400);
        expect(page.outcome.payload.errorType).toBe('state_cookie_err');
        expect(page.html).not.toContain(sent.attempt);
      }
      expect(flow.tokens.requests).toHaveLength(0);
      expect(await flow.connectionCount()).toBe(before);
      expect(await flow.attempt(sent)).toMatchObject({ status: 'waiting' });
      expect((await flow.return(sent)).status).toBe(200);
    });

    it('takes a state once', async () => {
      const sent = await flow.begin();
      expect((await flow.return(sent)).status).toBe(200);
      const before = await flow.connectionCount();
      for (const cookie of [sent.cookie, '']) {
        const replay = await flow.return({ state: sent.state, cookie }, { code: 'code-1' });
        expect(replay.status).toBe(400);
        expect(replay.outcome.payload.errorType).toBe('state_err');
      }
      expect(await flow.connectionCount()).toBe(before);
      expect(flow.tokens.requests).toHaveLength(1);
      expect(await flow.attempt(sent)).toMatchObject({ status: 'success' });
    });

    it('makes one connection of several callbacks at once', async () => {
      const sent = await flow.begin();
      const before = await flow.connectionCount();
      const pages = await Promise.all(Array.from({ length: 6 }, () => flow.return(sent)));
      expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
      expect(await flow.connectionCount()).toBe(before + 1);
      expect(flow.tokens.requests).toHaveLength(1);
    });

    it.each([randomUUID(), 'nonsense', '', `' OR 1=1`])('knows no state %j', async (state) => {
      const page = await flow.return({ state, cookie: '' });
      expect(page.status).toBe(400);
      expect(page.outcome.payload.errorType).toBe('state_err');
    });

    it('ends after an hour', async () => {
      const sent = await flow.begin();
      await flow.api.database.query('UPDATE connect_attempts SET expires_at = now() WHERE id = $1', [sent.state]);
      expect((await flow.return(sent)).outcome.payload.errorType).toBe('state_err');
      expect(await flow.attempt(sent)).toMatchObject({ status: 'error', error_type: 'state_err' });
    });

    it('goes on when the session has expired meanwhile, and tells the page that waits', async () => {
      const sent = await flow.begin();
      await flow.api.database.query(`UPDATE connect_sessions SET expires_at = now() - interval '10 minutes'`);
      expect((await flow.return(sent)).status).toBe(200);
      expect(await flow.attempt(sent)).toMatchObject({ status: 'success' });
    });

    it('ends with a session that was deleted', async () => {
      const sent = await flow.begin();
      await flow.api.request('DELETE', '/connect/session', { key: sent.token });
      expect((await flow.return(sent)).status).toBe(400);
      expect(await flow.attempt(sent)).toMatchObject({ status: 'error' });
    });

    it('does not leave the page waiting for a process that died', async () => {
      const sent = await flow.begin();
      const claim = (ago: string) =>
        flow.api.database.query(
          `UPDATE connect_attempts SET status = 'claimed', memory_sealed = NULL, claimed_at = now() - $2::interval WHERE id = $1`,
          [sent.state, ago],
        );
      await claim('1 minute');
      expect(await flow.attempt(sent)).toMatchObject({ status: 'waiting' });
      await claim('4 minutes');
      expect(await flow.attempt(sent)).toMatchObject({ status: 'error' });
    });

    it("tells one session nothing of another one's attempts", async () => {
      const sent = await flow.begin();
      expect(await flow.attempt({ token: await flow.session(), attempt: sent.attempt })).toMatchObject({
        status: 'unknown',
      });
    });
  });
});
