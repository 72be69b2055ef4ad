import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { BrowserAgent, type BrowserPage } from '../browser-agent.js';
import { FAULTS } from '../fake-provider/faults.js';
import { OIDC_PERSON } from './oidc-interaction.js';
import { OidcProvider } from './oidc-provider.js';

const CALLBACK = 'http://127.0.0.1:9/oauth/callback';
const VERIFIER = 'v'.repeat(43);

describe('the OpenID provider of the tests', () => {
  let oidc: OidcProvider;
  let browser: BrowserAgent;

  beforeAll(async () => {
    oidc = await OidcProvider.start({ redirectUris: [CALLBACK] });
  });
  afterAll(() => oidc.stop());
  beforeEach(() => void (browser = new BrowserAgent()));

  const authorize = (): Promise<BrowserPage> => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: oidc.client.id,
      redirect_uri: CALLBACK,
      state: 'abc',
      scope: 'openid read',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return browser.open(`${oidc.url}/auth?${query}`, { stopAt: CALLBACK });
  };
  const decide = (page: BrowserPage, decision: string): Promise<BrowserPage> =>
    browser.submit(page, { ...OIDC_PERSON, decision }, { stopAt: CALLBACK });
  const consent = async (): Promise<string> => {
    const page = await decide(await decide(await authorize(), 'allow'), 'allow');
    return new URL(page.url).searchParams.get('code') ?? '';
  };
  const token = async (fields: Record<string, string>): Promise<{ status: number; body: any }> => {
    const client = { client_id: oidc.client.id, client_secret: oidc.client.secret };
    const answer = await fetch(`${oidc.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...client, ...fields }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const redeem = (code: string) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER });
  const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
  const resource = async (accessToken: string): Promise<number> =>
    (await fetch(`${oidc.url}/resource`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

  it('signs a person in, asks for consent and gives tokens that work', async () => {
    const { status, body } = await redeem(await consent());
    expect(status).toBe(200);
    expect(await resource(body.access_token)).toBe(200);
    expect(await resource('another')).toBe(401);
    oidc.expireAccessTokens();
    expect(await resource(body.access_token)).toBe(401);
  });

  it('sends the person back when they refuse', async () => {
    const page = await decide(await decide(await authorize(), 'allow'), 'deny');
    expect(Object.fromEntries(new URL(page.url).searchParams)).toMatchObject({ error: 'access_denied', state: 'abc' });
  });

  it('takes a code once, and not when it is too old', async () => {
    const code = await consent();
    expect((await redeem(code)).status).toBe(200);
    expect((await redeem(code)).body).toMatchObject({ error: 'invalid_grant' });
    browser = new BrowserAgent();
    const old = await consent();
    oidc.expireCodes();
    expect((await redeem(old)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('rotates refresh tokens or keeps them, and forgets them', async () => {
    oidc.rotation = 'rotates';
    const { refresh_token: first } = (await redeem(await consent())).body;
    const second = (await refresh(first)).body.refresh_token;
    expect(second).not.toBe(first);
    oidc.rotation = 'keeps';
    expect((await refresh(second)).body.refresh_token).toBe(second);
    oidc.revokeAll();
    expect((await refresh(second)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('gives a client its own token, unless there is a fault', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'read' };
    oidc.faults.next('/token', FAULTS.serverError);
    expect(await token(fields)).toMatchObject({ status: 500 });
    const { body } = await token(fields);
    expect(await resource(body.access_token)).toBe(200);
    expect((await token({ ...fields, client_secret: 'wrong' })).status).toBe(401);
  });
});
