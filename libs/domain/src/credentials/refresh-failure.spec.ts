import { describe, expect, it } from '@jest/globals';
import { cooldownEndOf, refreshBlocked, refreshBlockOf, refreshFailed, refreshWaits } from './refresh-failure.js';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const COOLDOWN_MS = 30_000;

const blockOf = (state: Partial<Parameters<typeof refreshBlockOf>[0]>) =>
  refreshBlockOf(
    { refreshFailedAt: null, refreshFailedDays: 0, refreshFailureReason: null, refreshRetryAt: null, ...state },
    COOLDOWN_MS,
    NOW,
  );

describe('refreshBlockOf', () => {
  it.each([
    [{}, undefined],
    [{ refreshFailedAt: new Date(NOW - 29_000) }, 'cooldown'],
    [{ refreshFailedAt: new Date(NOW - 31_000) }, undefined],
    [{ refreshFailedAt: new Date(NOW - 31_000), refreshRetryAt: new Date(NOW + 1) }, 'cooldown'],
    [{ refreshFailedAt: new Date(NOW - 90_000), refreshRetryAt: new Date(NOW - 1) }, undefined],
    [{ refreshFailedAt: new Date(NOW - 1), refreshFailedDays: 3 }, 'cooldown'],
    [{ refreshFailedAt: new Date(NOW - 1), refreshFailedDays: 4 }, 'exhausted'],
    [{ refreshFailedAt: new Date(0), refreshFailedDays: 4 }, 'exhausted'],
    [{ refreshFailureReason: 'refresh_interrupted' }, 'refresh_interrupted'],
    [{ refreshFailureReason: 'auth_dead', refreshFailedDays: 1 }, undefined],
  ])('%j is %s', (state, block) => {
    expect(blockOf(state)).toBe(block);
  });
});

describe('what callers hear', () => {
  it('says when it is tried again', () => {
    const state = {
      refreshFailedAt: new Date(NOW),
      refreshFailedDays: 1,
      refreshFailureReason: null,
      refreshRetryAt: null,
    };
    const error = refreshBlocked('cooldown', 'provider_down', cooldownEndOf(state, COOLDOWN_MS));
    expect(error).toMatchObject({
      code: 'connection_refresh_backoff',
      status: 424,
      details: { payload: { reason: 'cooldown', last_failure: 'provider_down', retry_at: '2030-01-01T00:00:30.000Z' } },
    });
  });

  it('names an outage of the provider as what it is', () => {
    const outage = { openedAt: new Date(NOW), nextProbeAt: new Date(NOW + 1_000), reason: 'provider_down' };
    expect(refreshWaits(outage, 'oauth.example.com')).toMatchObject({
      status: 424,
      message: expect.stringContaining('oauth.example.com'),
      details: { payload: { reason: 'provider_down', retry_at: '2030-01-01T00:00:01.000Z' } },
    });
  });

  it.each([
    ['auth_dead', 400, 'auth_dead'],
    ['refresh_interrupted', 424, 'refresh_interrupted'],
    ['something of another version', 400, 'provider_down'],
    [null, 400, 'provider_down'],
  ])('%s fails with %i and reason %s', (reason, status, shown) => {
    expect(refreshFailed(reason)).toMatchObject({ status, details: { payload: { reason: shown } } });
  });
});
