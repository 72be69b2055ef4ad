import { describe, expect, it } from '@jest/globals';
import { isRetryableNetworkCode, isRetryableStatus, matchesStatus } from './retry-rules.js';

const noHeaders = () => undefined;

describe('proxy retry rules', () => {
  it.each(['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'ECONNREFUSED', 'EHOSTUNREACH', 'EAI_AGAIN'])(
    'retries %s',
    (code) => {
      expect(isRetryableNetworkCode(code)).toBe(true);
    },
  );

  it.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'address_not_allowed', ''])('does not retry %s', (code) => {
    expect(isRetryableNetworkCode(code)).toBe(false);
  });

  it.each([
    [401, true],
    [429, true],
    [500, true],
    [599, true],
    [200, false],
    [302, false],
    [400, false],
    [404, false],
  ])('without configuration: %i is %s', (status, expected) => {
    expect(isRetryableStatus(status, noHeaders, {})).toBe(expected);
  });

  it('with statuses of the provider, only those are retried', () => {
    const rules = { provider: { error_code: ['403', '5xx'] } };
    expect([401, 403, 429, 503].map((status) => isRetryableStatus(status, noHeaders, rules))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('retries the statuses that the caller names in addition', () => {
    const rules = { provider: { error_code: ['403'] }, retryOn: [409, 202] };
    expect([409, 202, 403, 500].map((status) => isRetryableStatus(status, noHeaders, rules))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('retries an error whose remaining header says 0, but not a success', () => {
    const rules = { provider: { remaining: 'x-left', error_code: ['500'] } };
    const header = (name: string) => (name === 'x-left' ? '0' : undefined);
    expect(isRetryableStatus(403, header, rules)).toBe(true);
    expect(isRetryableStatus(200, header, rules)).toBe(false);
    expect(isRetryableStatus(403, () => '12', rules)).toBe(false);
  });

  it.each([
    [429, '429', true],
    [502, '5xx', true],
    [499, '5xx', false],
    [501, '500-502', true],
    [503, '500 - 502', false],
    [500, 'abc', false],
  ])('%i against %s is %s', (status, pattern, expected) => {
    expect(matchesStatus(status, pattern)).toBe(expected);
  });
});
