import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeProvider } from '@svc/testing';
import { twoStepDefinitions } from '../../testing/auth-definitions.js';
import { AuthUnderTest } from '../../testing/auth-under-test.js';

describe('a token that calls exchange', () => {
  let provider: FakeProvider;
  let auth: AuthUnderTest;

  beforeAll(async () => {
    provider = await FakeProvider.start();
    auth = await AuthUnderTest.start(twoStepDefinitions(provider));
  });
  afterAll(async () => {
    await auth.stop();
    await provider.stop();
  }, 60_000);
  beforeEach(() => provider.reset());

  const connect = async (name: string, params = {}): Promise<{ key: string; id: string }> => {
    const key = await auth.integrate({ provider: name });
    const { username, password } = provider.twoStep;
    const { status, body } = await auth.typeIn('/auth/two-step', key, { username, password }, params);
    expect(status).toBe(200);
    return { key, id: body.connectionId };
  };
  const refresh = (id: string, key: string) => auth.connection(id, key, '&force_refresh=true');

  it.each([
    ['two-step', 'application/json', '{"username":"robot@example.com","password":"p&ss <word>"}'],
    ['two-step-form', 'application/x-www-form-urlencoded', 'username=robot%40example.com&password=p%26ss+%3Cword%3E'],
    ['two-step-xml', 'xml', '<password>p&amp;ss &lt;word'],
  ])('is asked for as the definition of %s says', async (name, type, body) => {
    await connect(name);
    const [request] = provider.requests('/login');
    expect(request?.headers['content-type']).toContain(type);
    expect(request?.body.replaceAll('%20', '+').replaceAll('&gt;', '>')).toContain(body);
  });

  it('ends when the answer says so, and is had again by itself', async () => {
    provider.twoStep.lifeS = 1;
    const { key, id } = await connect('two-step');
    provider.twoStep.lifeS = 3600;
    const { body } = await auth.connection(id, key);
    const lifeMs = Date.parse(body.credentials.expires_at) - Date.now();
    expect(Math.round(lifeMs / 60_000)).toBe(60);
    expect(provider.requests('/login')).toHaveLength(2);
  });

  it('is had by all steps each time', async () => {
    provider.twoStep.steps = 2;
    const { key, id } = await connect('two-step-chain', { tenant: 'acme' });
    expect(provider.requests('/login/tenant')[0]?.fields).toEqual({ tenant: 'acme' });
    expect((await refresh(id, key)).status).toBe(200);
    expect(provider.requests().map(({ path }) => path)).toEqual([
      ...['/login', '/login/tenant', '/me'],
      ...['/login', '/login/tenant'],
    ]);
  });

  it('is refused when a later step refuses', async () => {
    provider.twoStep.steps = 2;
    const key = await auth.integrate({ provider: 'two-step-chain' });
    const { username, password } = provider.twoStep;
    const { status, body } = await auth.typeIn('/auth/two-step', key, { username, password }, { tenant: 'other' });
    expect([status, body.error.code]).toEqual([400, 'connection_test_failed']);
  });

  it.each(['rotates', 'keeps'] as const)('is renewed by a refresh token where the provider %s it', async (rotation) => {
    provider.twoStep.rotation = rotation;
    const { key, id } = await connect('two-step-refresh');
    const seen = new Set([(await auth.connection(id, key)).body.credentials.refresh_token]);
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await refresh(id, key);
      expect(status).toBe(200);
      seen.add(body.credentials.refresh_token);
      expect((await auth.call(id, key)).status).toBe(200);
    }
    expect(seen.size).toBe(rotation === 'rotates' ? 4 : 1);
    expect(provider.requests('/login')).toHaveLength(1);
    expect(provider.requests('/login/refresh')).toHaveLength(3);
  });
});
