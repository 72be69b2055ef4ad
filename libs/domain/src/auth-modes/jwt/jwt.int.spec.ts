import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { FakeProvider } from '@svc/testing';
import { decodeProtectedHeader } from 'jose';
import { authSubject } from '../../testing/auth-subject.js';
import { JwtStrategy } from './jwt.strategy.js';

type Signature = NonNullable<Provider['signature']>;
type Token = NonNullable<Provider['token']>;

describe('tokens that the gateway signs', () => {
  let fake: FakeProvider;
  const { direct, renewal } = new JwtStrategy();
  const signal = AbortSignal.timeout(10_000);

  beforeAll(async () => {
    fake = await FakeProvider.start();
  });
  afterAll(() => fake.stop());

  const subject = (signature: Signature, kid: string, token: Partial<Token> = {}) =>
    authSubject({
      provider: {
        auth_mode: 'JWT',
        signature,
        token: {
          signing_key: '${credentials.privateKey}',
          expires_in_ms: 600_000,
          header: { alg: { RSA: 'RS256', EC: 'ES256', HMAC: 'HS256', WSSE: '' }[signature.protocol], typ: 'JWT', kid },
          payload: {
            iss: '${credentials.issuer}',
            aud: '${connectionConfig.audience}',
            sub: '${connectionConfig.user}',
          },
          ...token,
        },
        credentials: {
          issuer: { type: 'string', title: 'Issuer' },
          privateKey: { type: 'string', title: 'Key', secret: true },
        },
      },
      connectionConfig: { audience: fake.jwt.audience },
    });
  const who = async (token: unknown): Promise<unknown> => {
    const answer = await fetch(`${fake.url}/me`, { headers: { authorization: `Bearer ${String(token)}` } });
    return answer.json();
  };

  it.each([
    ['rsa', { protocol: 'RSA' }, (): string => fake.jwt.rsaPrivateKey],
    ['ec', { protocol: 'EC' }, (): string => fake.jwt.ecPrivateKey],
    ['ec', { protocol: 'EC' }, (): string => fake.jwt.ecPrivateKey.replaceAll('\n', '\\n')],
    ['hmac', { protocol: 'HMAC' }, (): string => fake.jwt.hmacSecret],
    ['hmac-hex', { protocol: 'HMAC', hmac_secret_encoding: 'hex' }, (): string => fake.jwt.hmacHexSecret],
  ] as const)('are taken with a key of the kind %s', async (kid, signature, key) => {
    const input = { issuer: fake.jwt.issuer, privateKey: key() };
    const { credentials, expiresAt } = await direct.obtain(subject(signature, kid), input, signal);
    expect(await who(credentials['token'])).toEqual({ who: `jwt:${kid}` });
    expect(credentials).toEqual({
      type: 'JWT',
      ...input,
      token: expect.any(String),
      expires_at: expiresAt?.toISOString(),
    });
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(10);
    // What has no value is left out.
    expect(fake.jwt.lastPayload).toEqual({
      iss: fake.jwt.issuer,
      aud: fake.jwt.audience,
      iat: expect.any(Number),
      exp: (expiresAt?.getTime() ?? 0) / 1000,
    });
  });

  it('are signed again without anybody being asked', async () => {
    const rsa = subject({ protocol: 'RSA' }, 'rsa');
    const input = { issuer: fake.jwt.issuer, privateKey: fake.jwt.rsaPrivateKey };
    const { credentials } = await direct.obtain(rsa, input, signal);
    expect(renewal.canRenew(credentials)).toBe(true);
    const renewed = await renewal.renew({ ...rsa, credentials: { ...credentials, token: 'old' } }, signal);
    expect(await who(renewed.credentials['token'])).toEqual({ who: 'jwt:rsa' });
  });

  it('name their key only where there is one', async () => {
    const input = { issuer: 'i', privateKey: 'a-secret-of-thirty-two-characters' };
    const header = { alg: 'HS256', kid: '${credentials.missing}' };
    const { credentials } = await direct.obtain(subject({ protocol: 'HMAC' }, '', { header }), input, signal);
    expect(decodeProtectedHeader(String(credentials['token']))).toEqual({ alg: 'HS256' });
  });

  it.each([
    [{ protocol: 'RSA' }, 'no PEM at all'],
    [{ protocol: 'RSA' }, (): string => fake.jwt.ecPrivateKey],
    [{ protocol: 'EC' }, (): string => fake.jwt.rsaPrivateKey],
    [{ protocol: 'HMAC', hmac_secret_encoding: 'hex' }, 'not hexadecimal'],
  ] as const)('need a key that fits %j', async (signature, key) => {
    const input = { issuer: 'i', privateKey: typeof key === 'string' ? key : key() };
    const wanted = subject(signature, 'k');
    await expect(direct.obtain(wanted, input, signal)).rejects.toMatchObject({
      code: 'invalid_body',
      details: { errors: [{ path: ['privateKey'], message: expect.stringMatching(/key|secret/) }] },
    });
    const held = { ...input, type: 'JWT' as const };
    await expect(renewal.renew({ ...wanted, credentials: held }, signal)).rejects.toMatchObject({
      kind: 'misconfigured',
    });
  });

  it('are not signed with fields that are wrong', async () => {
    const wrong = direct.obtain(subject({ protocol: 'RSA' }, 'rsa'), { issuer: 'i', key: 'k' }, signal);
    const errors = [['key'], ['privateKey']].map((path) => expect.objectContaining({ path }));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_body', details: { errors } });
  });
});
