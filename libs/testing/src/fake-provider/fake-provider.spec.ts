import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, createHmac, createPrivateKey, sign } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { BrowserAgent } from '../browser-agent.js';
import { FakeProvider } from './fake-provider.js';
import { FAULTS } from './faults.js';
import { createTestCertificate } from './test-certificate.js';

const CALLBACK = 'http://127.0.0.1:9/oauth/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1000);

describe('the fake provider', () => {
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await FakeProvider.start();
  });
  afterAll(() => provider.stop());
  beforeEach(() => provider.reset());

  const me = async (headers: Record<string, string>): Promise<unknown> => {
    const answer = await fetch(`${provider.url}/me`, { headers });
    return answer.ok ? ((await answer.json()) as { who: string }).who : answer.status;
  };
  const token = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${provider.url}/token`, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const client = () => ({ client_id: provider.oauth2.client.id, client_secret: provider.oauth2.client.secret });
  const authorizeUrl = (more: Record<string, string> = {}): string => {
    const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    const query = {
      response_type: 'code',
      client_id: 'client-id',
      redirect_uri: CALLBACK,
      state: 's',
      ...pkce,
      ...more,
    };
    return `${provider.url}/authorize?${new URLSearchParams(query)}`;
  };
  const newCode = async (): Promise<string> => {
    provider.consent.mode = 'allow';
    const page = await new BrowserAgent().open(authorizeUrl(), { stopAt: CALLBACK });
    return new URL(page.url).searchParams.get('code') ?? '';
  };
  const redeem = (code: string, more: Record<string, string> = {}) =>
    token({
      ...client(),
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...more,
    });

  describe('OAuth 2', () => {
    it.each([
      ['allow', { state: 's', code: expect.any(String) }],
      ['deny', { state: 's', error: 'access_denied' }],
    ])('asks the person, who may %s', async (decision, query) => {
      const browser = new BrowserAgent();
      const page = await browser.open(authorizeUrl());
      expect(page.html).toContain('<button');
      const end = await browser.submit(page, { decision }, { stopAt: CALLBACK });
      expect(Object.fromEntries(new URL(end.url).searchParams)).toMatchObject(query);
    });

    it('insists on PKCE', async () => {
      const page = await new BrowserAgent().open(authorizeUrl({ code_challenge_method: 'plain' }), {
        stopAt: CALLBACK,
      });
      expect(new URL(page.url).searchParams.get('error')).toBe('invalid_request');
      expect(await redeem(await newCode(), { code_verifier: 'x' })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    });

    it.each([
      ['secret', { client_secret: 'wrong' }, 401],
      ['client', { client_id: 'nobody' }, 401],
      ['address', { redirect_uri: `${CALLBACK}/` }, 400],
    ])('refuses another %s', async (_, more, status) => {
      expect(await redeem(await newCode(), more)).toMatchObject({ status });
    });

    it('ends the authorization when a code comes twice', async () => {
      const code = await newCode();
      const { body } = await redeem(code);
      expect(await me({ authorization: `Bearer ${body['access_token']}` })).toBe('oauth2:client-id');
      expect(await redeem(code)).toMatchObject({ status: 400 });
      expect(await me({ authorization: `Bearer ${body['access_token']}` })).toBe(401);
    });

    it('ends the authorization when a replaced refresh token comes back', async () => {
      const refresh = (refresh_token = '') => token({ ...client(), grant_type: 'refresh_token', refresh_token });
      const first = (await redeem(await newCode())).body['refresh_token'];
      const second = (await refresh(first)).body['refresh_token'];
      expect(second).not.toBe(first);
      expect((await refresh(first)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await refresh(second)).body).toMatchObject({ error: 'invalid_grant' });
    });

    it('knows a client by its certificate', async () => {
      const certificate = createTestCertificate('a client');
      provider.oauth2.clients.add({ id: 'tls', certificate: certificate.fingerprint });
      const ask = (own?: typeof certificate): Promise<number> =>
        new Promise((resolve, reject) => {
          const sent = httpsRequest(
            `${provider.tlsUrl}/token`,
            {
              method: 'POST',
              ca: provider.certificate.certificate,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              agent: false,
              ...(own && { cert: own.certificate, key: own.privateKey }),
            },
            (answer) => resolve(answer.resume().statusCode ?? 0),
          );
          sent.once('error', reject).end('grant_type=client_credentials&client_id=tls');
        });
      expect(await ask(certificate)).toBe(200);
      expect(await ask(createTestCertificate('a client'))).toBe(401);
      expect(await ask()).toBe(401);
    });
  });

  it('judges tokens that callers sign themselves', async () => {
    const payload = { iss: provider.jwt.issuer, aud: provider.jwt.audience, iat: now(), exp: now() + 60 };
    const rsa = (claims: object, alg = 'RS256'): string => {
      const text = `${part({ alg, kid: 'rsa' })}.${part(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), createPrivateKey(provider.jwt.rsaPrivateKey)).toString('base64url')}`;
    };
    const hmac = (secret: string): string => {
      const text = `${part({ alg: 'HS256', kid: 'hmac' })}.${part(payload)}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    const bearer = (value: string) => me({ authorization: `Bearer ${value}` });
    expect(await bearer(rsa(payload))).toBe('jwt:rsa');
    expect(await bearer(hmac(provider.jwt.hmacSecret))).toBe('jwt:hmac');
    expect(await bearer(hmac('another'))).toBe(401);
    expect(await bearer(rsa({ ...payload, exp: now() - 1 }))).toBe(401);
    expect(await bearer(rsa({ ...payload, iat: now() + 3600 }))).toBe(401);
    expect(await bearer(rsa(payload, 'none'))).toBe(401);
  });

  it('judges a password digest', async () => {
    const { username, password } = provider.wsse;
    const created = new Date().toISOString();
    const wsse = (secret: string, time = created) => {
      const digest = createHash('sha1').update(`nonce${time}${secret}`).digest('base64');
      const nonce = Buffer.from('nonce').toString('base64');
      return me({
        'x-wsse': `UsernameToken Username="${username}", PasswordDigest="${digest}", Nonce="${nonce}", Created="${time}"`,
      });
    };
    expect(await wsse(password)).toBe('wsse');
    expect(await wsse('wrong')).toBe(401);
    expect(await wsse(password, '2020-01-01T00:00:00Z')).toBe(401);
  });

  it('records what it was asked', async () => {
    await token({ ...client(), grant_type: 'client_credentials' }, { 'x-a': 'b' });
    expect(provider.requests('/token')).toMatchObject([
      { method: 'POST', headers: { 'x-a': 'b' }, fields: { grant_type: 'client_credentials', client_id: 'client-id' } },
    ]);
    provider.reset();
    expect(provider.requests()).toHaveLength(0);
  });

  it('fails as it is told to, once or until it is cleared', async () => {
    const ask = () => fetch(`${provider.url}/me`, { headers: { 'x-api-key': provider.keys.apiKey } });
    provider.faults.next('/me', FAULTS.throttled(7));
    expect((await ask()).headers.get('retry-after')).toBe('7');
    expect((await ask()).status).toBe(200);
    provider.faults.always('/me', FAULTS.reset);
    await expect(ask()).rejects.toThrow();
    await expect(ask()).rejects.toThrow();
    provider.faults.clear();
    const hold = provider.faults.hold('/me');
    const asked = ask();
    await hold.arrived;
    hold.release();
    expect((await asked).status).toBe(200);
  });
});
