import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { FakeProvider, FAULTS } from '@svc/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { authSubject } from '../../testing/auth-subject.js';
import type { AuthSubject } from '../auth-subject.js';
import { CustomAuthorization } from '../custom/custom-authorization.js';
import { CustomRenewal } from '../custom/custom-renewal.js';
import { InstallationCheck } from '../custom/installation-check.service.js';
import { userCredentialsOf } from '../custom/user-credentials.js';
import { OAuth2Renewal } from '../oauth2/oauth2-renewal.js';
import type { RedirectAuthorization } from '../redirect-authorization.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { AppAuthorization } from './app-authorization.js';
import { AppJwts } from './app-jwt.service.js';
import { AppRenewal } from './app-renewal.js';
import { InstallationTokens } from './installation-tokens.service.js';

const redirectUri = 'https://gateway.test/oauth/callback';
const signal = AbortSignal.timeout(60_000);

describe('apps that people install', () => {
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const endpoint = new TokenEndpoint(client, { ...DEFAULT_RENEWAL_TIMING, requestMs: 2_000, unsentRetryMs: [] });
  const tokens = new InstallationTokens(new AppJwts(), endpoint);
  const app = new AppAuthorization(tokens);
  const custom = new CustomAuthorization(tokens, new InstallationCheck(endpoint), endpoint);
  const customRenewal = new CustomRenewal(tokens, new OAuth2Renewal(endpoint));
  let provider: FakeProvider;
  let credentials: Record<string, string>;
  let tokenUrl: string;

  beforeAll(async () => {
    provider = await FakeProvider.start();
    const { appId, slug, privateKey } = provider.app;
    credentials = { app_id: appId, app_link: `${provider.url}/apps/${slug}/`, private_key: privateKey };
    tokenUrl = `${provider.url}/app/installations/\${connectionConfig.installation_id}/access_tokens`;
  });

  beforeEach(() => {
    provider.reset();
    provider.consent.mode = 'allow';
    provider.app.setupUrl = redirectUri;
    provider.app.oauthClientId = undefined;
    provider.app.tokenLifeMs = 3_600_000;
    provider.oauth2.accessLifeS = 3600;
    provider.oauth2.isOffline = true;
  });

  afterAll(async () => {
    client.close();
    await provider.stop();
  });

  const subject = (more: Partial<Provider> = {}, own = credentials, connectionConfig = {}): AuthSubject =>
    authSubject({
      provider: {
        auth_mode: 'APP',
        authorization_url: '${appLink}/installations/new',
        token_url: tokenUrl,
        token_headers: { 'user-agent': 'test' },
        token_response_metadata: ['repository_selection'],
        ...more,
      },
      app: own,
      connectionConfig,
    });

  const begin = (strategy: RedirectAuthorization, of: AuthSubject) =>
    strategy.begin(
      of,
      { state: 's', redirectUri, userScopes: undefined, authorizationParams: { state: 'x' }, override: {} },
      signal,
    );
  const visit = async (url: string): Promise<Record<string, string>> => {
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? `nowhere:${await answer.text()}`);
    return Object.fromEntries(back.searchParams);
  };
  const complete = (strategy: RedirectAuthorization, of: AuthSubject, query: Record<string, string>) =>
    strategy.complete(of, { query, redirectUri, memory: {}, override: {} }, signal);
  const walk = async (strategy: RedirectAuthorization, of: AuthSubject) =>
    complete(strategy, of, await visit((await begin(strategy, of)).url));
  const obtainedOf = async (outcome: ReturnType<typeof walk>) => {
    const done = await outcome;
    if (done.kind !== 'obtained') throw new Error(done.kind);
    return done.obtained;
  };
  const whoIs = async (token: unknown): Promise<unknown> =>
    (await fetch(`${provider.url}/me`, { headers: { authorization: `Bearer ${String(token)}` } })).json();

  describe('APP', () => {
    it('exchanges the JWT of the app for a token of the installation', async () => {
      const of = subject();
      const { url } = await begin(app, of);
      expect(url).toBe(`${provider.url}/apps/gateway-app/installations/new?state=s`);
      const query = await visit(url);
      expect(query).toMatchObject({ state: 's', setup_action: 'install' });
      const obtained = await obtainedOf(complete(app, of, query));
      expect(obtained).toMatchObject({
        credentials: { type: 'APP', access_token: expect.stringMatching(/^ghs_/), expires_at: expect.any(String) },
        connectionConfig: { app_id: '4711', installation_id: '90210', repository_selection: 'all' },
        isRotated: false,
      });
      expect(await whoIs(obtained.credentials['access_token'])).toEqual({ who: 'installation:90210' });
      expect(provider.requests('/app/installations/90210/access_tokens')[0]?.headers).toMatchObject({
        'user-agent': 'test',
      });

      const connectionConfig = obtained.connectionConfig;
      const renewal = new AppRenewal(tokens);
      expect(renewal.canRenew(obtained.credentials)).toBe(true);
      const renewed = await renewal.renew({ ...of, connectionConfig, credentials: obtained.credentials }, signal);
      expect(renewed.credentials['access_token']).not.toBe(obtained.credentials['access_token']);
      expect(await whoIs(renewed.credentials['access_token'])).toEqual({ who: 'installation:90210' });
    });

    it('signs a JWT that is valid for less than ten minutes from now, by a key in any form of PEM', async () => {
      for (const private_key of [
        provider.app.privateKey,
        provider.app.privateKey.replaceAll('\n', '\\n'),
        provider.app.privateKey.replaceAll('\n', ' '),
      ]) {
        const jwt = await new AppJwts().sign(subject({}, { ...credentials, private_key }));
        const { iss, iat = 0, exp = 0 } = decodeJwt(jwt);
        const nowS = Date.now() / 1000;
        expect(decodeProtectedHeader(jwt)).toMatchObject({ alg: 'RS256' });
        expect(iss).toBe('4711');
        expect(iat).toBeLessThan(nowS - 50);
        expect(exp - nowS).toBeGreaterThan(500);
        expect(exp - nowS).toBeLessThan(600);
      }
    });

    it('waits where an owner has to approve', async () => {
      provider.consent.mode = 'deny';
      expect(await walk(app, subject())).toEqual({ kind: 'pending' });
      expect(provider.requests('/app/installations/90210/access_tokens')).toEqual([]);
    });

    it.each([
      [{ state: 's' }, 'invalid_callback'],
      [{ state: 's', error: 'access_denied' }, 'access_denied'],
    ])('gives up on %j', async (query, code) => {
      await expect(complete(app, subject(), query)).rejects.toMatchObject({ name: 'AuthorizationDenied', code });
    });

    it.each([
      ['app_id', 'missing_client_id'],
      ['app_link', 'missing_client_id'],
      ['private_key', 'missing_client_secret'],
    ])('says that the integration has no %s', async (name, code) => {
      await expect(begin(app, subject({}, { ...credentials, [name]: '' }))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(name),
      });
    });

    it.each<[string, Record<string, string>, object, string]>([
      ['another key', { private_key: 'OTHER' }, {}, 'auth_transient'],
      ['no key at all', { private_key: 'nonsense' }, {}, 'misconfigured'],
      ['another installation', {}, { installation_id: '1' }, 'auth_dead'],
      ['an installation of another app', {}, { app_id: '1' }, 'misconfigured'],
    ])('fails with %s', async (_, own, config, kind) => {
      provider.app.installNow();
      const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
        type: 'pkcs1',
        format: 'pem',
      });
      const wrong = own['private_key'] === 'OTHER' ? { private_key: pem.toString() } : own;
      const connectionConfig = { installation_id: '90210', ...config };
      const of = subject({}, { ...credentials, ...wrong }, connectionConfig);
      await expect(tokens.ask(of, signal)).rejects.toMatchObject({ name: 'TokenFailure', kind });
    });

    it('is over once the app is removed, and only then', async () => {
      const of = subject({}, credentials, { installation_id: '90210' });
      provider.app.installNow();
      for (const fault of [FAULTS.serverError, FAULTS.htmlPage, FAULTS.noToken]) {
        provider.faults.next('/app/installations/90210/access_tokens', fault);
        await expect(tokens.ask(of, signal)).rejects.toMatchObject({ kind: 'provider_down' });
      }
      provider.app.uninstall();
      await expect(tokens.ask(of, signal)).rejects.toMatchObject({ kind: 'auth_dead', answer: { status: 404 } });
    });
  });

  describe('CUSTOM', () => {
    const check = '/user/installations/90210/repositories';
    const both = (more: Partial<Provider> = {}, own: Record<string, string> = {}): AuthSubject =>
      subject(
        { auth_mode: 'CUSTOM', token_url: { OAUTH2: `${provider.url}/token`, APP: tokenUrl }, ...more },
        {
          ...credentials,
          client_id: provider.oauth2.client.id,
          client_secret: provider.oauth2.client.secret,
          ...own,
        },
      );
    const checked = (): AuthSubject =>
      both({
        installation_check_url: `${provider.url}/user/installations/\${connectionConfig.installation_id}/repositories`,
      });

    beforeEach(() => {
      provider.app.oauthClientId = provider.oauth2.client.id;
    });

    it('obtains a token for the installation and one for the person', async () => {
      provider.faults.next(check, { answer: { status: 200, body: '{}' } });
      const obtained = await obtainedOf(walk(custom, checked()));
      const user = userCredentialsOf(obtained.credentials);
      expect(obtained).toMatchObject({
        credentials: { type: 'CUSTOM', access_token: expect.stringMatching(/^ghs_/) },
        connectionConfig: { app_id: '4711', installation_id: '90210' },
      });
      expect(obtained.connectionConfig).not.toHaveProperty('userCredentials');
      expect(user).toMatchObject({ type: 'OAUTH2', refresh_token: expect.any(String), raw: { token_type: 'Bearer' } });
      expect(await whoIs(user?.access_token)).toEqual({ who: 'oauth2:client-id' });
      expect(provider.requests(check)[0]?.headers.authorization).toBe(`Bearer ${user?.access_token}`);
      expect(obtained.expiresAt?.toISOString()).toBe(
        [user?.expires_at ?? '', String(obtained.credentials['expires_at'])].toSorted()[0],
      );
    });

    it.each([403, 404])('refuses an installation that is not the person’s: %i', async (status) => {
      provider.faults.next(check, { answer: { status, body: '{}' } });
      await expect(walk(custom, checked())).rejects.toMatchObject({
        name: 'AuthorizationDenied',
        code: 'foreign_installation',
      });
      expect(provider.requests('/app/installations/90210/access_tokens')).toEqual([]);
    });

    it('does not take an outage for a no', async () => {
      provider.faults.next(check, FAULTS.serverError);
      await expect(walk(custom, checked())).rejects.toMatchObject({ kind: 'provider_down' });
    });

    it('needs the person’s code', async () => {
      provider.app.oauthClientId = undefined;
      await expect(walk(custom, both())).rejects.toMatchObject({ code: 'invalid_callback' });
    });

    it('says what the integration lacks', async () => {
      await expect(begin(custom, both({}, { client_secret: '' }))).rejects.toMatchObject({
        code: 'missing_client_secret',
      });
    });

    const renewedAfter = async (of: AuthSubject) => {
      const obtained = await obtainedOf(walk(custom, of));
      const held = { ...of, connectionConfig: obtained.connectionConfig, credentials: obtained.credentials };
      return { before: userCredentialsOf(obtained.credentials), ...(await customRenewal.renew(held, signal)) };
    };

    it('renews the person’s token when it would end before the installation’s', async () => {
      provider.oauth2.accessLifeS = 60;
      const { before, credentials: after, isRotated } = await renewedAfter(both());
      expect(userCredentialsOf(after)?.refresh_token).not.toBe(before?.refresh_token);
      expect(await whoIs(userCredentialsOf(after)?.access_token)).toEqual({ who: 'oauth2:client-id' });
      expect(isRotated).toBe(true);
    });

    it('leaves it alone while it lasts longer', async () => {
      provider.oauth2.accessLifeS = 28_800;
      const { before, credentials: after, isRotated } = await renewedAfter(both());
      expect(userCredentialsOf(after)).toEqual(before);
      expect(isRotated).toBeNull();
    });

    it('may be repeated where the person’s token cannot be renewed', async () => {
      provider.oauth2.isOffline = false;
      expect((await renewedAfter(both())).isRotated).toBe(false);
    });

    it('uses up no refresh token when the installation fails', async () => {
      provider.oauth2.accessLifeS = 60;
      const of = both();
      const { connectionConfig, credentials: held } = await obtainedOf(walk(custom, of));
      provider.faults.next('/app/installations/90210/access_tokens', FAULTS.serverError);
      const before = provider.requests('/token').length;
      await expect(customRenewal.renew({ ...of, connectionConfig, credentials: held }, signal)).rejects.toThrow();
      expect(provider.requests('/token')).toHaveLength(before);
    });
  });
});
