import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BrowserAgent, FAULTS, freePort, OIDC_PERSON, OidcProvider } from '@svc/testing';
import { oidcDefinitions } from '../../testing/auth-definitions.js';
import { AuthUnderTest, type BrowserResult } from '../../testing/auth-under-test.js';

/** An authorization server written by others: what holds here holds beyond our own reading of the specifications. */
describe('the OpenID provider', () => {
  let oidc: OidcProvider;
  let auth: AuthUnderTest;
  let key: string;

  const integrate = (provider = 'oidc', secret = oidc.client.secret): Promise<string> =>
    auth.integrate({ provider, credentials: { client_id: oidc.client.id, client_secret: secret } });

  beforeAll(async () => {
    const port = await freePort();
    oidc = await OidcProvider.start({ redirectUris: [`http://127.0.0.1:${port}/oauth/callback`] });
    auth = await AuthUnderTest.start(oidcDefinitions(oidc), { PORT: String(port) });
    key = await integrate();
  });
  afterAll(async () => {
    await auth.stop();
    await oidc.stop();
  }, 60_000);
  beforeEach(() => oidc.reset());

  /** Signs in, then decides. */
  const visit = async (decision: 'allow' | 'deny', integration = key, token?: string): Promise<BrowserResult> => {
    const browser = new BrowserAgent();
    const steps = [
      { ...OIDC_PERSON, decision: 'allow' },
      { ...OIDC_PERSON, decision },
    ];
    return await auth.visit(integration, { browser, steps }, token);
  };
  const connect = async (integration = key): Promise<string> => {
    const { attempt } = await visit('allow', integration);
    expect(attempt).toMatchObject({ status: 'success' });
    return attempt.connection_id;
  };
  const refresh = (id: string, integration = key) => auth.connection(id, integration, '&force_refresh=true');

  it('gives a code with PKCE for tokens that work', async () => {
    const id = await connect();
    const { body } = await auth.connection(id, key);
    expect(body.credentials).toMatchObject({
      type: 'OAUTH2',
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      raw: { scope: 'openid read', token_type: 'Bearer' },
    });
    expect((await auth.call(id, key, '/resource')).body).toEqual({ who: oidc.client.id });
  });

  it('is told no by the person', async () => {
    const { page, attempt } = await visit('deny');
    expect(page.status).toBe(400);
    expect(attempt).toMatchObject({ status: 'error', error_type: 'callback_err' });
  });

  it.each([
    ['a wrong secret', async () => visit('allow', await integrate('oidc', 'wrong'))],
    [
      'a code that is too old',
      async () => {
        const hold = oidc.faults.hold('/token');
        const visited = visit('allow');
        await hold.arrived;
        oidc.expireCodes();
        hold.release();
        return await visited;
      },
    ],
    [
      'an answer that is cut',
      async () => {
        oidc.faults.next('/token', FAULTS.loseAnswer);
        return await visit('allow');
      },
    ],
    [
      'an answer that is no JSON',
      async () => {
        oidc.faults.next('/token', FAULTS.htmlPage);
        return await visit('allow');
      },
    ],
  ])('does not connect with %s', async (_, go) => {
    const { page, attempt } = await go();
    expect(page.status).toBe(400);
    expect(attempt).toMatchObject({ status: 'error', error_type: 'token_err', connection_id: null });
  });

  it.each(['rotates', 'keeps'] as const)('renews again and again where it %s refresh tokens', async (rotation) => {
    oidc.rotation = rotation;
    const id = await connect();
    const tokens = [(await auth.connection(id, key)).body.credentials];
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await refresh(id);
      expect(status).toBe(200);
      tokens.push(body.credentials);
      expect((await auth.call(id, key, '/resource')).status).toBe(200);
    }
    expect(new Set(tokens.map(({ access_token }) => access_token)).size).toBe(4);
    expect(new Set(tokens.map(({ refresh_token }) => refresh_token)).size).toBe(rotation === 'rotates' ? 4 : 1);
  });

  it('renews by itself when the token has ended', async () => {
    oidc.accessLifeS = 1;
    const id = await connect();
    oidc.expireAccessTokens();
    oidc.accessLifeS = 3600;
    const { body } = await auth.connection(id, key);
    expect(Date.parse(body.credentials.expires_at)).toBeGreaterThan(Date.now() + 3_500_000);
    expect((await auth.call(id, key, '/resource')).status).toBe(200);
  });

  it('marks the connection when the person takes it back, until they connect again', async () => {
    const id = await connect();
    oidc.revokeAll();
    const { status, body } = await refresh(id);
    expect([status, body.error.code, body.error.payload.reason]).toEqual([400, 'invalid_credentials', 'auth_dead']);
    const { attempt } = await visit('allow', key, await auth.reconnectSession(id, key));
    expect(attempt).toMatchObject({ status: 'success', connection_id: id });
    expect((await auth.connection(id, key)).body.errors).toEqual([]);
    expect((await auth.call(id, key, '/resource')).status).toBe(200);
  });

  it.each([
    ['its secret in a header', 'oidc-basic', () => oidc.basicClient],
    ['a signed assertion', 'oidc-assertion', () => ({ ...oidc.keyClient, secret: 'unused' })],
  ])('knows a client by %s', async (_, provider, clientOf) => {
    const { id: client_id, secret: client_secret, ...rest } = clientOf();
    const credentials = { client_id, client_secret, ...('privateKey' in rest && { private_key: rest.privateKey }) };
    const own = await auth.integrate({ provider, credentials });
    const id = await connect(own);
    expect((await refresh(id, own)).status).toBe(200);
    expect((await auth.call(id, own, '/resource')).body).toEqual({ who: client_id });
  });

  it('gives a client its own token', async () => {
    const own = await auth.integrate({ provider: 'oidc-cc' });
    const client = { client_id: oidc.client.id, client_secret: oidc.client.secret };
    const wrong = await auth.typeIn('/oauth2/auth', own, { ...client, client_secret: 'wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'connection_test_failed']);
    const { status, body } = await auth.typeIn('/oauth2/auth', own, client);
    expect(status).toBe(200);
    expect((await auth.call(body.connectionId, own, '/resource')).body).toEqual({ who: oidc.client.id });
    const before = (await auth.connection(body.connectionId, own)).body.credentials.token;
    expect((await refresh(body.connectionId, own)).body.credentials.token).not.toBe(before);
    expect((await auth.call(body.connectionId, own, '/resource')).status).toBe(200);
  });

  it('registers the gateway as a client of an MCP server and gives tokens for it alone', async () => {
    const own = await auth.integrate({ provider: 'oidc-mcp' });
    const id = await connect(own);
    expect((await auth.call(id, own, '/mcp')).status).toBe(200);
    expect((await refresh(id, own)).status).toBe(200);
    expect((await auth.call(id, own, '/mcp')).status).toBe(200);
    expect(oidc.count('/reg')).toBe(1);
  });
});
