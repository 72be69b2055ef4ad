import { describe, expect, it } from '@jest/globals';
import { redactText } from './redact-text.js';
import { redactValue } from './redact-value.js';

describe('redactValue', () => {
  it('hides the values of secret fields at any depth, however they are spelled', () => {
    const value = { user: 'ann', Authorization: 'Bearer abc', nested: [{ accessToken: 'abc', 'API-KEY': 'k', id: 7 }] };
    expect(redactValue(value)).toEqual({
      user: 'ann',
      Authorization: '[redacted]',
      nested: [{ accessToken: '[redacted]', 'API-KEY': '[redacted]', id: 7 }],
    });
  });

  it('shows that a secret is missing', () => {
    expect(redactValue({ password: null })).toEqual({ password: null });
  });

  it('makes any text storable', () => {
    expect(redactValue({ 'a\0': 'b\0\uD800' })).toEqual({ 'a\u{FFFD}': 'b\u{FFFD}\u{FFFD}' });
  });

  it('survives what is circular, deep or huge', () => {
    const circular: Record<string, unknown> = { name: 'loop' };
    circular['self'] = circular;
    expect(JSON.stringify(redactValue(circular))).toContain('[truncated]');
    expect(JSON.stringify(redactValue(Array.from({ length: 1_000_000 }, () => 1)))?.length).toBeLessThan(500_000);
    expect(redactValue(10n)).toBe('10');
  });
});

describe('redactText', () => {
  it.each([
    ['Authorization: Bearer eyJhbGciOi.abc-def', 'Authorization: Bearer [redacted]'],
    ['key svc_sk_dev_0123456789abcdef is wrong', 'key svc_sk_[redacted] is wrong'],
    ['GET https://x.test/?api_key=abc&page=2', 'GET https://x.test/?api_key=[redacted]&page=2'],
    ['{"access_token":"a\\"b","page":2}', '{"access_token":"[redacted]","page":2}'],
    ['nothing to see', 'nothing to see'],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });
});
