import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';

const LIMIT = 60;

describe('the rate limit of connect sessions', () => {
  let api: ApiUnderTest;

  beforeAll(async () => {
    api = await ApiUnderTest.start({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
  });

  afterAll(() => api.close());

  const session = async (): Promise<string> =>
    (await api.request('POST', '/connect/sessions', { body: {} })).body.data.token;
  /** The window is fixed, so one that ends half way is begun again. */
  const untilRefused = async (call: () => Promise<{ status: number }>): Promise<number> => {
    for (let calls = 1; calls <= 3 * LIMIT; calls += 1) if ((await call()).status === 429) return calls;
    return Infinity;
  };

  it('is one of its own, which leaves that of the account alone', async () => {
    const token = await session();
    expect(await untilRefused(() => api.request('GET', '/connect/session', { key: token }))).toBeLessThan(Infinity);
    expect(await api.request('GET', '/integrations')).toMatchObject({ status: 200 });
    expect(await api.request('GET', '/connect/session', { key: await session() })).toMatchObject({ status: 200 });
  });

  it('is reached sooner by trying out credentials', async () => {
    const token = await session();
    const path = `/api-auth/api-key/nope?connect_session_token=${token}`;
    const calls = await untilRefused(() => api.request('POST', path, { key: '', body: { apiKey: 'guess' } }));
    expect(calls).toBeLessThanOrEqual(2 * (LIMIT / 20) + 1);
  });
});
