import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeProvider } from '@svc/testing';
import { appDefinitions } from '../../testing/auth-definitions.js';
import { AuthUnderTest } from '../../testing/auth-under-test.js';

/** What is special about apps that people install. */
describe('an app that people install', () => {
  let provider: FakeProvider;
  let auth: AuthUnderTest;

  beforeAll(async () => {
    provider = await FakeProvider.start();
    auth = await AuthUnderTest.start(appDefinitions(provider));
  });
  afterAll(async () => {
    await auth.stop();
    await provider.stop();
  }, 60_000);
  beforeEach(() => {
    provider.reset();
    provider.app.setupUrl = auth.callbackUrl;
    provider.app.oauthClientId = provider.oauth2.client.id;
  });

  const integrate = (name: 'app' | 'custom'): Promise<string> => {
    const { app, oauth2, url } = provider;
    const own = { app_id: app.appId, app_link: `${url}/apps/${app.slug}`, private_key: app.privateKey };
    const person = { client_id: oauth2.client.id, client_secret: oauth2.client.secret };
    return auth.integrate({ provider: name, credentials: name === 'app' ? own : { ...own, ...person } });
  };
  const connect = async (key: string): Promise<any> => {
    const { attempt } = await auth.visit(key, { decision: 'allow' });
    expect(attempt).toMatchObject({ status: 'success', is_pending: false });
    return (await auth.connection(attempt.connection_id, key)).body;
  };

  it('says which installation it is', async () => {
    const { connection_config, credentials } = await connect(await integrate('app'));
    expect(connection_config).toMatchObject({ installation_id: '90210', app_id: '4711' });
    expect(credentials.raw).toMatchObject({ repository_selection: 'all' });
  });

  it('has tokens of the installation and of the person, and both are renewed', async () => {
    const key = await integrate('custom');
    provider.oauth2.accessLifeS = 60;
    const { connection_id, connection_config: before, credentials } = await connect(key);
    expect(before.userCredentials).toMatchObject({ type: 'OAUTH2', access_token: expect.any(String) });
    expect(before.userCredentials.access_token).not.toBe(credentials.access_token);
    const { connection_config: after } = (await auth.connection(connection_id, key, '&force_refresh=true')).body;
    expect(after.userCredentials.access_token).not.toBe(before.userCredentials.access_token);
    expect(after.userCredentials.refresh_token).not.toBe(before.userCredentials.refresh_token);
    expect((await auth.connection(connection_id, key, '&force_refresh=true')).status).toBe(200);
    expect(provider.oauth2.grants.reuses).toBe(0);
  });

  it.each([
    ['custom', 'callback_err'],
    ['app', 'token_err'],
  ] as const)("is not connected with somebody else's installation (%s)", async (name, error_type) => {
    const key = await integrate(name);
    provider.app.namedInstallationId = '666';
    const { attempt } = await auth.visit(key, { decision: 'allow' });
    expect(attempt).toMatchObject({ status: 'error', error_type });
    expect(await auth.connectionIds(key)).toEqual([]);
  });
});
