import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { twoStepExpiry } from './two-step-expiry.js';

const NOW = Date.UTC(2026, 0, 1);
const AT = '2026-01-01T01:00:00.000Z';
const HOUR_S = 3600;

type Strategy = NonNullable<NonNullable<Provider['token_response']>['token_expiration_strategy']>;

const expiry = (answer: unknown, strategy?: Strategy, more: Partial<Provider> = {}) =>
  twoStepExpiry(
    {
      token_response: {
        token: 'token',
        token_expiration: 'data.ends',
        ...(strategy !== undefined && { token_expiration_strategy: strategy }),
      },
      ...more,
    },
    { data: { ends: answer } },
    NOW,
  ).toISOString();

describe('when a token ends', () => {
  it.each<[unknown, Strategy]>([
    [AT, 'expireAt'],
    [Date.parse(AT), 'expireAt'],
    [Date.parse(AT) / 1000, 'expireAt'],
    [String(Date.parse(AT)), 'expireAt'],
    ['Thu, 01 Jan 2026 01:00:00 GMT', 'expireAt'],
    [HOUR_S, 'expireIn'],
    [String(HOUR_S), 'expireIn'],
  ])('reads %j as %s', (answer, strategy) => {
    expect(expiry(answer, strategy)).toBe(AT);
  });

  it('takes a bare number for seconds from now, or for what the definition says', () => {
    expect(expiry(HOUR_S)).toBe(AT);
    expect(expiry(HOUR_S * 1000, 'expireIn', { expires_in_unit: 'milliseconds' })).toBe(AT);
  });

  it.each<[unknown, Strategy]>([
    [undefined, 'expireIn'],
    [null, 'expireAt'],
    ['soon', 'expireAt'],
    ['soon', 'expireIn'],
    [-1, 'expireIn'],
    [{}, 'expireAt'],
  ])('goes by what the definition knows where the answer says %j, else by a day', (answer, strategy) => {
    expect(expiry(answer, strategy, { token_expires_in_ms: HOUR_S * 1000 })).toBe(AT);
    expect(expiry(answer, strategy)).toBe('2026-01-02T00:00:00.000Z');
  });
});
