import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_RENEWAL_TIMING } from '@svc/domain';
import { FakeProvider, FAULTS, waitFor } from '@svc/testing';
import { generateKeyPairSync } from 'node:crypto';
import { allDefinitions } from '../../testing/auth-definitions.js';
import { AuthUnderTest, type IntegrationUnderTest } from '../../testing/auth-under-test.js';
import { MALFORMED } from '../../testing/bad-answers.js';
import { itSurvivesOutages } from '../../testing/outage-tests.js';

type Values = Readonly<Record<string, string>>;

/** How one kind of typed-in credentials is tried. */
interface DirectMode {
  readonly provider: string;
  readonly route: string;
  /** Beside the provider, for the integration. */
  readonly setup?: (provider: FakeProvider) => Partial<IntegrationUnderTest>;
  readonly params?: Values;
  readonly input: (provider: FakeProvider) => Values;
  /** Fields of the input that are wrong one at a time; the values are put in their place. */
  readonly wrong: Values;
  readonly before?: (provider: FakeProvider) => void;
  /** Type of the credentials. */
  readonly type: string;
  readonly who: string;
  /** Path of the last token call; none where nothing is asked for. */
  readonly exchange?: string;
  /** Name of the credential that is new after a renewal; none where they are only tested. */
  readonly renewed?: string;
  /** The provider takes the credentials back, so that no renewal works. Without it renewal needs no provider. */
  readonly revoke?: (provider: FakeProvider) => void;
}

const ecPem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsaPem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const jwt = (kid: string, key: (provider: FakeProvider) => string, wrongKey: string): DirectMode => ({
  provider: `jwt-${kid}`,
  route: '/auth/jwt',
  input: (provider) => ({ issuer: provider.jwt.issuer, key: key(provider) }),
  wrong: { issuer: 'another', key: wrongKey },
  type: 'JWT',
  who: `jwt:${kid}`,
  renewed: 'token',
});

const twoStep = (provider: string): DirectMode => ({
  provider,
  route: '/auth/two-step',
  input: ({ twoStep: { username, password } }) => ({ username, password }),
  wrong: { username: 'nobody', password: 'wrong' },
  type: 'TWO_STEP',
  who: 'two-step',
  exchange: '/login',
  renewed: 'token',
  revoke: (fake) => {
    fake.twoStep.password = 'changed meanwhile';
    fake.twoStep.revokeAll();
  },
});

const clientCredentials = (provider: string): DirectMode => ({
  provider,
  route: '/oauth2/auth',
  input: ({ oauth2: { client } }) => ({ client_id: client.id, client_secret: client.secret }),
  wrong: { client_id: 'nobody', client_secret: 'wrong' },
  type: 'OAUTH2_CC',
  who: 'oauth2:client-id',
  exchange: '/token',
  renewed: 'token',
  revoke: (fake) => fake.oauth2.clients.remove(fake.oauth2.client.id),
});

const MODES: readonly DirectMode[] = [
  {
    provider: 'api-key',
    route: '/api-auth/api-key',
    input: ({ keys: { apiKey } }) => ({ apiKey }),
    wrong: { apiKey: 'wrong' },
    type: 'API_KEY',
    who: 'api-key',
  },
  {
    provider: 'basic',
    route: '/api-auth/basic',
    input: ({ keys: { username, password } }) => ({ username, password }),
    wrong: { username: 'nobody', password: 'wrong' },
    type: 'BASIC',
    who: 'basic',
  },
  {
    provider: 'tba',
    route: '/auth/tba',
    setup: ({ tba: { consumer } }) => ({
      credentials: { client_id: consumer.key, client_secret: consumer.secret },
    }),
    params: { accountId: '1234567-sb1' },
    input: ({ tba: { token } }) => ({ token_id: token.id, token_secret: token.secret }),
    wrong: { token_id: 'wrong', token_secret: 'wrong' },
    type: 'TBA',
    who: 'tba',
  },
  jwt('rsa', (provider) => provider.jwt.rsaPrivateKey, rsaPem()),
  jwt('ec', (provider) => provider.jwt.ecPrivateKey, ecPem()),
  jwt('hmac', (provider) => provider.jwt.hmacSecret, 'another-secret-of-32-characters.'),
  jwt('hmac-hex', (provider) => provider.jwt.hmacHexSecret, 'ff'.repeat(32)),
  {
    provider: 'wsse',
    route: '/auth/signature',
    input: ({ wsse: { username, password } }) => ({ username, password }),
    wrong: { username: 'nobody', password: 'wrong' },
    type: 'SIGNATURE',
    who: 'wsse',
    renewed: 'token',
  },
  twoStep('two-step'),
  twoStep('two-step-form'),
  twoStep('two-step-xml'),
  {
    ...twoStep('two-step-chain'),
    before: (provider) => (provider.twoStep.steps = 2),
    params: { tenant: 'acme' },
    exchange: '/login/tenant',
  },
  {
    provider: 'bill',
    route: '/auth/bill',
    input: ({ bill: { username, password, organizationId, devKey } }) => ({
      username,
      password,
      organization_id: organizationId,
      dev_key: devKey,
    }),
    wrong: { username: 'nobody', password: 'wrong', organization_id: 'wrong', dev_key: 'wrong' },
    type: 'BILL',
    who: 'bill',
    exchange: '/v3/login',
    renewed: 'session_id',
    revoke: (provider) => {
      provider.bill.password = 'changed meanwhile';
      provider.bill.logOutAll();
    },
  },
  clientCredentials('oauth2-cc'),
  clientCredentials('oauth2-cc-basic'),
  {
    provider: 'aws',
    route: '/auth/aws-sigv4',
    setup: ({ aws: { operator } }) => ({
      integration_config: {
        aws_access_key_id: operator.accessKeyId,
        aws_secret_access_key: operator.secretAccessKey,
      },
    }),
    input: ({ aws: { roleArn } }) => ({ role_arn: roleArn, region: 'eu-central-1' }),
    wrong: { role_arn: 'arn:aws:iam::123456789012:role/another' },
    type: 'AWS_SIGV4',
    who: 'aws',
    exchange: '/sts',
    renewed: 'session_token',
  },
];

/** How long an answer is waited for where the test is about one that does not come. */
const SHORT_MS = 300;
const usual = { ...DEFAULT_RENEWAL_TIMING };

describe('connecting with what a person types in', () => {
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

  it('nothing at all connects to a provider that asks for nothing', async () => {
    const key = await auth.integrate({ provider: 'none' });
    const { status, body } = await auth.typeIn('/auth/unauthenticated', key);
    expect([status, body]).toEqual([200, { providerConfigKey: key, connectionId: expect.any(String) }]);
    expect((await auth.connection(body.connectionId, key)).body.credentials).toEqual({ type: 'NONE' });
  });

  describe.each(MODES)('$provider', (mode) => {
    const { exchange = '', renewed = '' } = mode;
    let key: string;

    const typeIn = (changes: Values = {}, integration = key, token?: string) =>
      auth.typeIn(mode.route, integration, { ...mode.input(provider), ...changes }, mode.params, token);
    const connect = async (): Promise<string> => {
      const { status, body } = await typeIn();
      expect([status, body]).toEqual([200, { providerConfigKey: key, connectionId: expect.any(String) }]);
      return body.connectionId;
    };
    const integrate = (): Promise<string> => auth.integrate({ provider: mode.provider, ...mode.setup?.(provider) });
    const expectRefusal = async (
      answer: Awaited<ReturnType<typeof typeIn>>,
      integration: string,
      reason: unknown = 'provider_down',
    ): Promise<void> => {
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'connection_test_failed']);
      expect(answer.body.error.payload.reason).toEqual(reason);
      expect(await auth.connectionIds(integration)).toEqual([]);
      expect(await auth.events(integration)).toMatchObject([
        {
          operation: 'creation',
          success: false,
          error: { type: expect.stringMatching(/^(token_err|connection_test_failed)$/) },
        },
      ]);
      // What was typed in is repeated nowhere.
      for (const value of Object.values(mode.input(provider)).filter((text) => text.length > 8))
        expect(JSON.stringify(answer.body)).not.toContain(value);
    };

    beforeAll(async () => {
      key = await integrate();
    });
    beforeEach(() => {
      provider.reset();
      auth.hurry(usual);
      provider.oauth2.clients.add(provider.oauth2.client);
      mode.before?.(provider);
    });

    it('connects, and the provider knows who calls', async () => {
      const id = await connect();
      expect((await auth.events(key)).at(-1)).toMatchObject({
        type: 'auth',
        operation: 'creation',
        success: true,
        authMode: mode.type,
        connectionId: id,
      });
      const { body } = await auth.connection(id, key);
      expect(body).toMatchObject({ errors: [], credentials: { type: mode.type } });
      const { status, body: answer } = await auth.call(id, key);
      expect([status, answer.who]).toEqual([200, mode.who]);
    });

    it.each(Object.entries(mode.wrong))('refuses a wrong %s, and makes no connection', async (name, value) => {
      const own = await integrate();
      const refusal = expect.stringMatching(/^auth_(dead|transient)$/);
      await expectRefusal(await typeIn({ [name]: value }, own), own, refusal);
    });

    it('takes a good secret after a bad one, in the same session', async () => {
      const token = await auth.session({ allowed_integrations: [key] });
      const [[name, value] = ['', '']] = Object.entries(mode.wrong);
      expect((await typeIn({ [name]: value }, key, token)).status).toBe(400);
      expect((await typeIn({}, key, token)).status).toBe(200);
    });

    it.each([
      ['a 500', FAULTS.serverError],
      ['a cut connection', FAULTS.reset],
    ])('fails when the test call meets %s', async (_, fault) => {
      const own = await integrate();
      provider.faults.always('/me', fault);
      await expectRefusal(await typeIn({}, own), own);
    });

    it('gives up on a test call that is not answered', async () => {
      const own = await integrate();
      auth.hurry({ requestMs: SHORT_MS });
      provider.faults.stall('/me');
      await expectRefusal(await typeIn({}, own), own);
    });

    if (mode.exchange !== undefined)
      it.each([...MALFORMED, ['a 500', FAULTS.serverError] as const, ['a cut connection', FAULTS.reset] as const])(
        'fails when the token call is answered by %s',
        async (_, fault) => {
          const own = await integrate();
          provider.faults.always(exchange, fault);
          // Services with a token call of their own say what is wrong in ways of their own, under status 200 too.
          const isSaid = fault === FAULTS.noToken && mode.type === 'TWO_STEP';
          await expectRefusal(await typeIn({}, own), own, isSaid ? 'auth_transient' : 'provider_down');
          expect(provider.requests('/elsewhere')).toEqual([]);
        },
      );

    if (mode.exchange !== undefined)
      it('gives up on an answer that does not come', async () => {
        const own = await integrate();
        auth.hurry({ requestMs: SHORT_MS });
        provider.faults.stall(exchange);
        await expectRefusal(await typeIn({}, own), own);
      });

    const read = async (id: string, isForced = true) =>
      await auth.connection(id, key, isForced ? '&force_refresh=true' : '');

    if (mode.renewed === undefined) {
      it('is never renewed', async () => {
        const id = await connect();
        const before = (await read(id, false)).body.credentials;
        expect((await read(id)).body.credentials).toEqual(before);
      });
      return;
    }

    it('gets a new token, which works', async () => {
      const id = await connect();
      const { credentials: before } = (await read(id, false)).body;
      expect(before.expires_at === undefined || Date.parse(before.expires_at) > Date.now()).toBe(true);
      // Some signatures are the same again within a second.
      await waitFor('another token', 5_000, async () => {
        const { status, body } = await read(id);
        expect(status).toBe(200);
        return body.credentials[renewed] !== before[renewed];
      });
      expect((await auth.call(id, key)).body.who).toBe(mode.who);
    });

    if (mode.exchange === undefined) return;

    if (mode.revoke)
      it('is marked when the credentials are taken back, and healthy after connecting again', async () => {
        const id = await connect();
        mode.revoke?.(provider);
        const { status, body } = await read(id);
        expect([status, body.error.code]).toEqual([400, 'invalid_credentials']);
        expect(body.error.payload.connection.errors).toMatchObject([{ type: 'auth' }]);
        provider.reset();
        provider.oauth2.clients.add(provider.oauth2.client);
        mode.before?.(provider);
        const again = await typeIn({}, key, await auth.reconnectSession(id, key));
        expect([again.status, again.body.connectionId]).toEqual([200, id]);
        expect((await read(id, false)).body).toMatchObject({ errors: [] });
        expect((await auth.call(id, key)).body.who).toBe(mode.who);
      });

    itSurvivesOutages({ auth: () => auth, provider: () => provider, exchange, connect, read });
  });
});
