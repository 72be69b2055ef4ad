import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_RENEWAL_TIMING } from '@svc/domain';
import { FakeProvider, FAULTS } from '@svc/testing';
import { generateKeyPairSync } from 'node:crypto';
import { allDefinitions } from '../../testing/auth-definitions.js';
import { AuthUnderTest } from '../../testing/auth-under-test.js';
import { MALFORMED } from '../../testing/bad-answers.js';
import { itSurvivesOutages } from '../../testing/outage-tests.js';

/** How one kind of authorization in the browser is tried. */
interface RedirectMode {
  readonly provider: string;
  /** Credentials of the integration. */
  readonly app?: (provider: FakeProvider) => object;
  /** The same with a wrong secret. */
  readonly wrongApp?: (provider: FakeProvider) => object;
  /** The same for renewals, where another secret matters. */
  readonly wrongForRenewal?: (provider: FakeProvider) => object;
  readonly params?: (provider: FakeProvider) => Readonly<Record<string, string>>;
  /** Sets the provider up. */
  readonly before?: (provider: FakeProvider, callbackUrl: string) => void;
  /** Type of the credentials. */
  readonly type: string;
  /** Where it is not the type of the credentials. */
  readonly authMode?: string;
  /** Who the provider says is calling. */
  readonly who: string;
  /** Called through the proxy; `/me` when absent. */
  readonly endpoint?: string;
  /** Path that is asked before the person is sent to the provider. */
  readonly asksFirst?: string;
  /** Path at which the authorization becomes credentials; none where they come with the callback. */
  readonly exchange?: string;
  /** Lets the next code be too old. */
  readonly expireCode?: (provider: FakeProvider) => void;
  /** Ends the authorization at the provider. */
  readonly revoke?: (provider: FakeProvider) => void;
  /** Name of the credential that is new after a renewal; none where they are never renewed. */
  readonly renewed?: string;
  /** Whether the renewal uses a refresh token. */
  readonly hasRefreshToken?: boolean;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strangerPem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();

const oauth2: Omit<RedirectMode, 'provider'> = {
  app: ({ oauth2: { client } }) => ({ client_id: client.id, client_secret: client.secret }),
  wrongApp: ({ oauth2: { client } }) => ({ client_id: client.id, client_secret: 'wrong' }),
  type: 'OAUTH2',
  who: 'oauth2:client-id',
  exchange: '/token',
  expireCode: (provider) => (provider.oauth2.codeLifeMs = 0),
  revoke: (provider) => provider.oauth2.grants.revokeAll(),
  renewed: 'access_token',
  hasRefreshToken: true,
};

const oauth1 = (method: FakeProvider['oauth1']['method']): RedirectMode => ({
  provider: `oauth1-${method.toLowerCase()}`,
  app: ({ oauth1: { consumer } }) => ({ client_id: consumer.key, client_secret: consumer.secret }),
  wrongApp: ({ oauth1: { consumer } }) => ({ client_id: consumer.key, client_secret: 'wrong' }),
  before: (provider) => (provider.oauth1.method = method),
  type: 'OAUTH1',
  asksFirst: '/oauth1/request_token',
  who: 'oauth1',
  exchange: '/oauth1/access_token',
  expireCode: (provider) => (provider.oauth1.verifierLifeMs = 0),
});

const app: RedirectMode = {
  provider: 'app',
  app: ({ url, app: { appId, slug, privateKey } }) => ({
    app_id: appId,
    app_link: `${url}/apps/${slug}`,
    private_key: privateKey,
  }),
  wrongApp: ({ url, app: { appId, slug } }) => ({
    app_id: appId,
    app_link: `${url}/apps/${slug}`,
    private_key: strangerPem(),
  }),
  before: (provider, callbackUrl) => (provider.app.setupUrl = callbackUrl),
  type: 'APP',
  who: 'installation:90210',
  exchange: '/app/installations/90210/access_tokens',
  revoke: (provider) => provider.app.uninstall(),
  renewed: 'access_token',
};

const mcp: Omit<RedirectMode, 'provider'> = {
  ...oauth2,
  authMode: 'MCP_OAUTH2',
  endpoint: '/mcp',
  who: 'fake',
};

const MODES: readonly RedirectMode[] = [
  { ...oauth2, provider: 'oauth2' },
  oauth1('HMAC-SHA1'),
  oauth1('HMAC-SHA256'),
  {
    ...oauth1('RSA-SHA1'),
    app: ({ oauth1: { consumer } }) => ({
      client_id: consumer.key,
      client_secret: rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    }),
    wrongApp: ({ oauth1: { consumer } }) => ({ client_id: consumer.key, client_secret: strangerPem() }),
    before: (provider) => Object.assign(provider.oauth1, { method: 'RSA-SHA1', publicKey: rsa.publicKey }),
  },
  oauth1('PLAINTEXT'),
  app,
  {
    ...app,
    provider: 'custom',
    app: (provider) => ({ ...app.app?.(provider), ...oauth2.app?.(provider) }),
    wrongApp: (provider) => ({ ...app.app?.(provider), ...oauth2.wrongApp?.(provider) }),
    wrongForRenewal: (provider) => ({ ...app.wrongApp?.(provider), ...oauth2.app?.(provider) }),
    before: (provider, callbackUrl) =>
      Object.assign(provider.app, { setupUrl: callbackUrl, oauthClientId: provider.oauth2.client.id }),
    type: 'CUSTOM',
    expireCode: (provider) => (provider.oauth2.codeLifeMs = 0),
  },
  { ...mcp, provider: 'mcp-static' },
  { ...mcp, provider: 'mcp-dynamic', app: undefined, wrongApp: undefined, asksFirst: '/register' },
  { ...mcp, provider: 'mcp-cimd', app: undefined, wrongApp: undefined },
  {
    ...mcp,
    provider: 'mcp-generic',
    authMode: 'MCP_OAUTH2_GENERIC',
    asksFirst: '/.well-known/oauth-authorization-server',
    app: undefined,
    wrongApp: undefined,
    params: ({ mcp: { url } }) => ({ mcp_server_url: url }),
    endpoint: '/',
  },
  {
    provider: 'plugin',
    type: 'BASIC',
    authMode: 'INSTALL_PLUGIN',
    who: 'application-password',
    revoke: (provider) => provider.wordpress.revoke(),
  },
];

/** How long an answer is waited for where the test is about one that does not come. */
const SHORT_MS = 300;
const usual = { ...DEFAULT_RENEWAL_TIMING };

describe('connecting in the browser', () => {
  let provider: FakeProvider;
  let auth: AuthUnderTest;

  beforeAll(async () => {
    provider = await FakeProvider.start();
    auth = await AuthUnderTest.start(allDefinitions(provider));
  });
  afterAll(async () => {
    await auth.stop();
    await provider.stop();
  }, 60_000);

  describe.each(MODES)('$provider', (mode) => {
    const { exchange = '', renewed = '' } = mode;
    let key: string;

    const integrate = (credentials?: object): Promise<string> =>
      auth.integrate({ provider: mode.provider, ...(credentials && { credentials }) });
    const visit = (decision: 'allow' | 'deny' = 'allow', integration = key) =>
      auth.visit(integration, { decision, params: mode.params?.(provider) ?? {} });
    const connect = async (): Promise<string> => {
      const { attempt } = await visit();
      expect(attempt).toMatchObject({ status: 'success' });
      return attempt.connection_id;
    };
    /** Refused, in the browser and to the opener, and nothing was made. */
    const expectRefusal = async (
      { page, attempt }: Awaited<ReturnType<typeof visit>>,
      error_type: string,
      integration = key,
    ): Promise<void> => {
      expect(page.status).toBe(400);
      expect(attempt).toMatchObject({ status: 'error', provider_config_key: integration, error_type });
      expect(attempt.error_desc).toEqual(expect.any(String));
      expect(await auth.connectionIds(integration)).toEqual([]);
      // Who never got to the provider had begun nothing that a customer would wait for.
      if (!page.visited.some((address) => address.startsWith(provider.url))) return;
      expect(await auth.events(integration)).toMatchObject([
        { operation: 'creation', success: false, error: { type: error_type, description: expect.any(String) } },
      ]);
    };

    beforeAll(async () => {
      key = await integrate(mode.app?.(provider));
    });
    beforeEach(() => {
      provider.reset();
      auth.hurry(usual);
      mode.before?.(provider, auth.callbackUrl);
    });

    it('connects, and the provider knows who calls', async () => {
      const own = await integrate(mode.app?.(provider));
      const { page, attempt } = await visit('allow', own);
      expect(page.status).toBe(200);
      expect(attempt).toEqual({
        status: 'success',
        provider_config_key: own,
        connection_id: expect.any(String),
        is_pending: false,
        error_type: null,
        error_desc: null,
      });
      expect(await auth.connectionIds(own)).toEqual([attempt.connection_id]);
      const { body } = await auth.connection(attempt.connection_id, own);
      expect(body).toMatchObject({ errors: [], credentials: { type: mode.type } });
      const { status, body: answer } = await auth.call(attempt.connection_id, own, mode.endpoint);
      expect([status, answer.who ?? answer.result?.serverInfo.name]).toEqual([200, mode.who]);
      const authMode = mode.authMode ?? mode.type;
      expect(await auth.events(own)).toMatchObject([
        { type: 'auth', operation: 'creation', success: true, authMode, connectionId: attempt.connection_id },
      ]);
    });

    it('tells what the person refused', async () => {
      const own = await integrate(mode.app?.(provider));
      const result = await visit('deny', own);
      // An owner who has to approve an installation is no refusal.
      if (mode.provider === 'app' || mode.provider === 'custom')
        return expect(result.attempt).toMatchObject({ status: 'success', is_pending: true });
      await expectRefusal(result, 'callback_err', own);
      expect(result.page.html).not.toContain('<no>');
    });

    // MCP servers are asked at the same address to find out about them.
    if (mode.endpoint === undefined)
      it.each([
        ['refuses', { answer: { status: 401 } }],
        ['cannot judge', FAULTS.serverError],
      ])('fails when the provider %s what it has just given', async (_, fault) => {
        const own = await integrate(mode.app?.(provider));
        provider.faults.next('/me', fault);
        await expectRefusal(await visit('allow', own), 'connection_test_failed', own);
      });

    if (mode.wrongApp)
      it('fails with a wrong secret', async () => {
        const own = await integrate(mode.wrongApp?.(provider));
        await expectRefusal(await visit('allow', own), 'token_err', own);
      });

    if (mode.expireCode)
      it('fails with an expired code', async () => {
        const own = await integrate(mode.app?.(provider));
        mode.expireCode?.(provider);
        await expectRefusal(await visit('allow', own), 'token_err', own);
      });

    if (mode.asksFirst !== undefined) {
      const path = mode.asksFirst;

      it.each([...MALFORMED, ['a 500', FAULTS.serverError] as const, ['a cut connection', FAULTS.reset] as const])(
        'sends nobody anywhere when the first answer is %s',
        async (_, fault) => {
          const own = await integrate(mode.app?.(provider));
          provider.faults.always(path, fault);
          const result = await visit('allow', own);
          await expectRefusal(result, 'token_err', own);
          expect(result.page.visited).toHaveLength(1);
          expect(provider.requests('/elsewhere').filter(({ method }) => method !== 'GET')).toEqual([]);
        },
      );

      it('sends nobody anywhere when the first answer does not come', async () => {
        const own = await integrate(mode.app?.(provider));
        auth.hurry({ requestMs: SHORT_MS });
        provider.faults.stall(path);
        await expectRefusal(await visit('allow', own), 'token_err', own);
      });
    }

    if (mode.exchange !== undefined) {
      it.each([...MALFORMED, ['a 500', FAULTS.serverError] as const, ['a cut connection', FAULTS.reset] as const])(
        'fails when the answer is %s, and works the next time',
        async (_, fault) => {
          const own = await integrate(mode.app?.(provider));
          provider.faults.always(exchange, fault);
          await expectRefusal(await visit('allow', own), 'token_err', own);
          expect(provider.requests('/elsewhere')).toEqual([]);
          provider.faults.clear();
          expect((await visit('allow', own)).attempt).toMatchObject({ status: 'success' });
        },
      );

      it('gives up on an answer that does not come', async () => {
        const own = await integrate(mode.app?.(provider));
        auth.hurry({ requestMs: SHORT_MS });
        provider.faults.stall(exchange);
        await expectRefusal(await visit('allow', own), 'token_err', own);
      });

      it('waits for an answer that takes a moment', async () => {
        const hold = provider.faults.hold(exchange);
        const visited = visit();
        await hold.arrived;
        hold.release();
        expect((await visited).attempt).toMatchObject({ status: 'success' });
      });
    }

    if (mode.renewed === undefined) {
      it('is never renewed', async () => {
        const id = await connect();
        const before = (await auth.connection(id, key)).body.credentials;
        provider.reset();
        expect((await auth.connection(id, key, '&force_refresh=true')).body.credentials).toEqual(before);
        expect(provider.requests(exchange)).toHaveLength(0);
      });
      return;
    }

    const read = async (id: string, isForced = true) =>
      await auth.connection(id, key, isForced ? '&force_refresh=true' : '');

    it('gets a new token, which works', async () => {
      const id = await connect();
      const { credentials: before } = (await auth.connection(id, key)).body;
      const { status, body } = await read(id);
      expect(status).toBe(200);
      expect(body.credentials[renewed]).not.toBe(before[renewed]);
      expect((await auth.call(id, key, mode.endpoint)).status).toBe(200);
      expect((await read(id, false)).body.credentials[renewed]).toBe(body.credentials[renewed]);
    });

    if (mode.hasRefreshToken)
      it.each(['rotates', 'keeps'] as const)('renews again and again where the provider %s it', async (rotation) => {
        provider.oauth2.rotation = rotation;
        const id = await connect();
        const seen = new Set([(await auth.connection(id, key)).body.credentials.refresh_token]);
        for (let round = 0; round < 3; round += 1) {
          const { status, body } = await read(id);
          expect(status).toBe(200);
          seen.add(body.credentials.refresh_token);
        }
        expect(seen.size).toBe(rotation === 'rotates' ? 4 : 1);
        expect([...seen]).not.toContain(undefined);
      });

    it('is marked when the authorization is gone, and healthy after connecting again', async () => {
      const id = await connect();
      mode.revoke?.(provider);
      const { status, body } = await read(id);
      expect([status, body.error.code]).toEqual([400, 'invalid_credentials']);
      expect(body.error.payload.connection.errors).toMatchObject([{ type: 'auth' }]);
      expect((await auth.events(key)).at(-1)).toMatchObject({
        operation: 'refresh',
        success: false,
        connectionId: id,
      });
      const token = await auth.reconnectSession(id, key);
      const { attempt } = await auth.visit(key, { decision: 'allow', params: mode.params?.(provider) ?? {} }, token);
      expect(attempt).toMatchObject({ status: 'success', connection_id: id });
      expect((await auth.events(key)).at(-1)).toMatchObject({ operation: 'override', success: true });
      expect((await read(id, false)).body).toMatchObject({ connection_id: id, errors: [] });
      expect((await auth.call(id, key, mode.endpoint)).status).toBe(200);
    });

    if (mode.wrongApp)
      it("is not marked by a mistake in the integration's credentials", async () => {
        const id = await connect();
        const change = (credentials?: object) =>
          auth.api.request('PATCH', `/integrations/${key}`, { body: { credentials } });
        expect((await change((mode.wrongForRenewal ?? mode.wrongApp)?.(provider))).status).toBe(200);
        const { status, body } = await read(id);
        expect([status, body.error.payload]).toMatchObject([
          400,
          { reason: 'auth_transient', connection: { errors: [] } },
        ]);
        await change(mode.app?.(provider));
        expect((await read(id)).body).toMatchObject({ errors: [] });
      });

    itSurvivesOutages({ auth: () => auth, provider: () => provider, exchange, connect, read });
  });
});
