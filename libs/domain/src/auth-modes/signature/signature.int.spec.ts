import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeProvider } from '@svc/testing';
import { authSubject } from '../../testing/auth-subject.js';
import { SignatureStrategy } from './signature.strategy.js';
import { wsseToken } from './wsse-token.js';

describe('WSSE', () => {
  let fake: FakeProvider;
  const { direct, renewal } = new SignatureStrategy();
  const signal = AbortSignal.timeout(10_000);
  const subject = authSubject({
    provider: { auth_mode: 'SIGNATURE', signature: { protocol: 'WSSE' }, token: { expires_in_ms: 120_000 } },
  });

  beforeAll(async () => {
    fake = await FakeProvider.start();
  });
  afterEach(() => fake.reset());
  afterAll(() => fake.stop());

  const who = async (token: unknown) =>
    (await fetch(`${fake.url}/me`, { headers: { 'x-wsse': String(token) } })).status;

  it('proves the password without sending it, and again before it is too old', async () => {
    const person = { username: fake.wsse.username, password: fake.wsse.password };
    const { credentials, expiresAt } = await direct.obtain(subject, { ...person, type: 'SIGNATURE' }, signal);
    expect(await who(credentials['token'])).toBe(200);
    expect(String(credentials['token'])).not.toContain(person.password);
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 1000)).toBe(120);
    const renewed = await renewal.renew({ ...subject, credentials }, signal);
    expect(renewed.credentials['token']).not.toBe(credentials['token']);
    expect(await who(renewed.credentials['token'])).toBe(200);
    fake.wsse.password = 'another';
    expect(await who(renewed.credentials['token'])).toBe(401);
  });

  it('cannot be broken out of by a user name', () => {
    const token = wsseToken('a", PasswordDigest="x\\', 'p', 0, 'n');
    expect(token).toMatch(/^UsernameToken Username="a\\", PasswordDigest=\\"x\\\\", PasswordDigest="/);
    expect(token).toContain('Nonce="n", Created="1970-01-01T00:00:00Z"');
  });

  it('needs both', async () => {
    const errors = [expect.objectContaining({ path: ['password'] })];
    await expect(direct.obtain(subject, { username: 'u' }, signal)).rejects.toMatchObject({ details: { errors } });
  });
});
