import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { RateLimiter } from './rate-limiter.service.js';

describe('the rate limit', () => {
  let testDatabase: TestDatabase;
  let apis: ApiUnderTest[] = [];

  const start = async (limit: number) => {
    const api = await ApiUnderTest.startOn(testDatabase.url, { RATE_LIMIT_PER_MINUTE: String(limit) });
    apis.push(api);
    return api;
  };
  const call = (api: ApiUnderTest, headers: Record<string, string> = {}, key?: string) =>
    api.request('GET', '/environment-variables', { headers, ...(key !== undefined && { key }) });
  /** A window must not end in the middle of a test. */
  const startOfWindow = async () => {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left));
  };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });

  afterEach(async () => {
    await Promise.all(apis.map((api) => api.close()));
    apis = [];
  });

  afterAll(async () => {
    await testDatabase.drop();
  });

  it('counts per account, says so in headers, and refuses with Retry-After', async () => {
    await startOfWindow();
    const api = await start(3);
    const first = await call(api);
    expect(first.headers.get('x-ratelimit-limit')).toBe('3');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('2');
    const reset = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
    await call(api);
    await call(api);
    const refused = await call(api);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'too_many_request', payload: { method: 'GET', path: '/environment-variables' } } },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // The account's other keys share it; functions have a share of their own; health checks are never refused.
    expect((await api.asAccount('GET', '/environments')).status).toBe(429);
    expect((await call(api, { 'nango-is-script': 'true' })).status).toBe(200);
    expect((await api.request('GET', '/health')).status).toBe(200);
  }, 20_000);

  it('counts what the router itself refuses', async () => {
    await startOfWindow();
    const api = await start(1);
    const malformed = await api.request('GET', '/connections/%zz');
    expect(malformed.status).toBe(400);
    expect(malformed.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await api.request('GET', '/connections/%zz')).status).toBe(429);
  }, 20_000);

  it('limits calls without a valid key by address, at ten times the cost', async () => {
    await startOfWindow();
    const api = await start(25);
    expect((await call(api, {}, 'svc_sk_dev_unknown')).status).toBe(401);
    expect((await call(api, {}, '')).status).toBe(401);
    expect((await call(api, {}, 'nonsense')).status).toBe(429);
    expect((await call(api)).status).toBe(200);
    // Public and unknown routes have a share of their own.
    for (let number = 0; number < 25; number += 1) await api.request('GET', '/no/such/route');
    expect((await api.request('GET', '/no/such/route')).status).toBe(429);
  }, 20_000);

  it('believes X-Forwarded-For of trusted load balancers only', async () => {
    await startOfWindow();
    const guess = (api: ApiUnderTest, address: string) => call(api, { 'x-forwarded-for': address }, 'nonsense');
    const direct = await start(15);
    await guess(direct, '203.0.113.1');
    expect((await guess(direct, '203.0.113.2')).status).toBe(429);
    const behind = await ApiUnderTest.startOn(testDatabase.url, {
      RATE_LIMIT_PER_MINUTE: '15',
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    apis.push(behind);
    await guess(behind, '203.0.113.1');
    expect((await guess(behind, '203.0.113.2')).status).toBe(401);
    expect((await guess(behind, '203.0.113.1')).status).toBe(429);
  }, 20_000);

  it('sums what several processes count', async () => {
    await startOfWindow();
    const [one, other] = [await start(10), await start(10)];
    const { secretKey } = one.account;
    for (let number = 0; number < 8; number += 1) await call(one, {}, secretKey);
    expect((await call(other, {}, secretKey)).headers.get('x-ratelimit-remaining')).toBe('9');
    await one.app.get(RateLimiter).sum();
    await other.app.get(RateLimiter).sum();
    expect((await call(other, {}, secretKey)).headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await call(other, {}, secretKey)).status).toBe(429);
  }, 20_000);

  it('goes on without PostgreSQL', async () => {
    await startOfWindow();
    const api = await start(10);
    await call(api);
    await api.database.query('ALTER TABLE rate_limit_windows RENAME TO elsewhere');
    try {
      await api.app.get(RateLimiter).sum();
      expect((await call(api)).status).toBe(200);
    } finally {
      await api.database.query('ALTER TABLE elsewhere RENAME TO rate_limit_windows');
    }
    await api.app.get(RateLimiter).sum();
    expect((await call(api)).headers.get('x-ratelimit-remaining')).toBe('7');
  }, 20_000);

  it('is off at 0', async () => {
    const api = await start(0);
    expect((await call(api)).headers.has('x-ratelimit-limit')).toBe(false);
  });
});
