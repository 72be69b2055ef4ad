import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrowserAgent, freePort } from '@svc/testing';
import { Gitea } from '../../../../../test/e2e/support/gitea.js';
import { AuthUnderTest, type BrowserResult } from '../../testing/auth-under-test.js';

/** The OAuth 2 of a product that many run: code with PKCE, refresh tokens that rotate, the definition that we ship. */
describe('connecting to Gitea in the browser', () => {
  let gitea: Gitea;
  let auth: AuthUnderTest;
  let key: string;

  beforeAll(async () => {
    const port = String(await freePort());
    const redirectUri = `http://127.0.0.1:${port}/oauth/callback`;
    gitea = await Gitea.start({ port: await freePort(), issues: 2, redirectUri });
    auth = await AuthUnderTest.start({}, { PORT: port });
    key = await integrate(gitea.get('GITEA_CLIENT_SECRET'));
  }, 300_000);
  afterAll(async () => {
    await auth?.stop();
    await gitea?.stop();
  }, 60_000);

  const integrate = (client_secret: string): Promise<string> =>
    auth.integrate({
      provider: 'gitea',
      credentials: { client_id: gitea.get('GITEA_CLIENT_ID'), client_secret },
      integration_config: { baseUrl: gitea.get('GITEA_BASE_URL') },
    });
  const visit = (granted: boolean, integration = key, token?: string): Promise<BrowserResult> => {
    const person = { user_name: gitea.get('GITEA_USER'), password: gitea.get('GITEA_PASSWORD') };
    const steps = [person, { granted: String(granted) }];
    return auth.visit(integration, { browser: new BrowserAgent(), steps }, token);
  };
  const forced = (id: string) => auth.connection(id, key, '&force_refresh=true');

  it('is told no by the person', async () => {
    const { page, attempt } = await visit(false);
    expect(page.status).toBe(400);
    expect(attempt).toMatchObject({ status: 'error', error_type: 'callback_err' });
  });

  it('does not connect with a wrong secret', async () => {
    const { attempt } = await visit(true, await integrate('wrong'));
    expect(attempt).toMatchObject({ status: 'error', error_type: 'token_err', connection_id: null });
  });

  it('connects, renews with rotating refresh tokens, and calls as the person', async () => {
    const { page, attempt } = await visit(true);
    expect([page.status, attempt.status]).toEqual([200, 'success']);
    const id = attempt.connection_id;
    expect((await auth.call(id, key, '/user')).body.login).toBe(gitea.get('GITEA_USER'));
    const tokens = [(await auth.connection(id, key)).body.credentials];
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await forced(id);
      expect(status).toBe(200);
      tokens.push(body.credentials);
      expect((await auth.call(id, key, '/user')).status).toBe(200);
    }
    for (const name of ['access_token', 'refresh_token'])
      expect(new Set(tokens.map((credentials) => credentials[name])).size).toBe(3);
  });
});
