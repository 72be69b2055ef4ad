import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeProvider } from '@svc/testing';
import { authSubject } from '../../testing/auth-subject.js';
import { InstallPluginStrategy } from './install-plugin.strategy.js';

const redirectUri = 'https://gateway.test/oauth/callback?environment=1';
const signal = AbortSignal.timeout(60_000);

describe('InstallPluginStrategy', () => {
  const { redirect } = new InstallPluginStrategy();
  let site: FakeProvider;

  beforeAll(async () => {
    site = await FakeProvider.start();
  });
  beforeEach(() => site.reset());
  afterAll(() => site.stop());

  const subject = () =>
    authSubject({
      provider: {
        auth_mode: 'INSTALL_PLUGIN',
        authorization_url: '${connectionConfig.site}/wp-admin/authorize-application.php',
        authorization_params: { app_id: '11223344-a1b2-3b33-c444-def123456789' },
        redirect_uri_metadata: ['site_url'],
      },
      connectionConfig: { site: `${site.url}/` },
    });

  const walk = async (decision: 'allow' | 'deny') => {
    site.consent.mode = decision;
    const authorizationParams = { success_url: 'https://evil.test', reject_url: 'https://evil.test' };
    const request = { state: 'the state', redirectUri, userScopes: undefined, authorizationParams, override: {} };
    const { url, memory } = await redirect.begin(subject(), request, signal);
    const answer = await fetch(url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe('https://gateway.test/oauth/callback');
    const query = Object.fromEntries(back.searchParams);
    expect(query).toMatchObject({ state: 'the state', environment: '1' });
    return await redirect.complete(subject(), { query, redirectUri, memory, override: {} }, signal);
  };

  it('takes the password that the site made, which works', async () => {
    const outcome = await walk('allow');
    if (outcome.kind !== 'obtained' || outcome.obtained.credentials.type !== 'BASIC') throw new Error(outcome.kind);
    const { username, password } = outcome.obtained.credentials;
    expect(outcome.obtained.connectionConfig).toEqual({ site_url: site.url });
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    expect((await fetch(`${site.url}/wp-json/wp/v2/users/me`, { headers: { authorization } })).status).toBe(200);
    expect(site.requests('/wp-admin/authorize-application.php')[0]?.query).toMatchObject({
      app_name: 'P',
      app_id: '11223344-a1b2-3b33-c444-def123456789',
    });
  });

  it('hears a refusal', async () => {
    await expect(walk('deny')).rejects.toMatchObject({ name: 'AuthorizationDenied', code: 'access_denied' });
  });

  it('takes nothing for a password that is none', async () => {
    const callback = { query: { state: 's', user_login: 'u' }, redirectUri, memory: {}, override: {} };
    await expect(redirect.complete(subject(), callback, signal)).rejects.toMatchObject({ code: 'invalid_callback' });
  });
});
