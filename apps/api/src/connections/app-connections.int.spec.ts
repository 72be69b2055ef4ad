import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeProvider, FAULTS } from '@svc/testing';
import { appDefinitions } from '../testing/auth-definitions.js';
import { AuthUnderTest } from '../testing/auth-under-test.js';

describe('connections of installed apps', () => {
  let provider: FakeProvider;
  let auth: AuthUnderTest;
  let keys: Record<'app' | 'custom', string>;

  beforeAll(async () => {
    provider = await FakeProvider.start();
    auth = await AuthUnderTest.start(appDefinitions(provider));
    const { appId: app_id, privateKey: private_key } = provider.app;
    const [app, custom] = await Promise.all(
      ['app', 'custom'].map((name) => auth.integrate({ provider: name, credentials: { app_id, private_key } })),
    );
    keys = { app: app ?? '', custom: custom ?? '' };
  });
  afterAll(async () => {
    await auth.stop();
    await provider.stop();
  }, 60_000);
  beforeEach(() => {
    provider.reset();
    provider.app.installNow();
  });

  const importAs = (mode: 'app' | 'custom', credentials: object = {}, connection_config?: object) =>
    auth.api.request('POST', '/connections', {
      body: {
        provider_config_key: keys[mode],
        credentials: { type: mode.toUpperCase(), app_id: 4711, installation_id: 90_210, ...credentials },
        ...(connection_config && { connection_config }),
      },
    });

  it.each(['app', 'custom'] as const)('%s: an import has its token at once', async (mode) => {
    const { status, body } = await importAs(mode);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      credentials: { type: mode.toUpperCase(), access_token: expect.stringMatching(/^ghs_/) },
      connection_config: { app_id: '4711', installation_id: '90210' },
    });
    expect((await auth.call(body.connection_id, keys[mode])).body).toEqual({ who: 'installation:90210' });
    expect(provider.requests('/app/installations/90210/access_tokens')).toHaveLength(1);
  });

  it.each([
    ['an installation that is not there', { installation_id: 1 }, () => undefined],
    ['an installation of another app', { app_id: 1 }, () => undefined],
    ['an installation that was removed', {}, () => provider.app.uninstall()],
    [
      'a provider that is down',
      {},
      () => provider.faults.always('/app/installations/90210/access_tokens', FAULTS.unavailable),
    ],
  ])('%s is not imported', async (_, credentials, prepare) => {
    prepare();
    const before = await auth.connectionIds(keys.app);
    const { status, body } = await importAs('app', credentials);
    expect([status, body.error.code]).toEqual([400, 'connection_test_failed']);
    expect(body.error.message).toContain('installation');
    expect(await auth.connectionIds(keys.app)).toEqual(before);
  });

  it('answers a new JWT of the app when it is asked for, to keys that may read credentials', async () => {
    const { body } = await importAs('app');
    const plain = (await auth.connection(body.connection_id, keys.app)).body;
    expect(plain.credentials).not.toHaveProperty('jwtToken');
    for (const name of ['refresh_app_jwt_token', 'refresh_github_app_jwt_token']) {
      const { credentials } = (await auth.connection(body.connection_id, keys.app, `&${name}=true`)).body;
      expect(credentials.access_token).toBe(plain.credentials.access_token);
      const asked = await fetch(`${provider.url}/app/installations/90210/access_tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials.jwtToken}` },
      });
      expect(asked.status).toBe(201);
    }
  });

  it('takes the person’s own tokens along, as answers show them, and renews them', async () => {
    const grants = provider.oauth2.grants;
    const user = grants.issueRefreshToken({
      clientId: provider.oauth2.client.id,
      redirectUri: undefined,
      challenge: undefined,
      scope: '',
      resource: undefined,
      isRevoked: false,
      refreshToken: undefined,
    });
    const { id: client_id, secret: client_secret } = provider.oauth2.client;
    await auth.api.request('PATCH', `/integrations/${keys.custom}`, {
      body: { credentials: { client_id, client_secret } },
    });
    const userCredentials = { access_token: 'ghu_old', refresh_token: user, expires_at: new Date(0).toISOString() };
    const { status, body } = await importAs('custom', {}, { userCredentials });
    expect(status).toBe(201);
    const shown = body.connection_config.userCredentials;
    expect(shown).toMatchObject({ type: 'OAUTH2', access_token: expect.not.stringContaining('ghu_old') });
    expect(shown).not.toHaveProperty('refresh_token');
    expect(body.credentials).not.toHaveProperty('userCredentials');
    const me = await fetch(`${provider.url}/me`, { headers: { authorization: `Bearer ${shown.access_token}` } });
    expect(await me.json()).toEqual({ who: 'oauth2:client-id' });
  });

  it('keeps nothing secret in the clear', async () => {
    const { rows } = await auth.api.database.query('SELECT * FROM connections');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/ghs_|ghu_|eyJ|access_token/);
  });
});
