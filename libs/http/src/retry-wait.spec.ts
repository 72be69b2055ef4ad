import { describe, expect, it } from '@jest/globals';
import type { ProviderRetryRules, RetryHeader } from './retry-rules.js';
import { DEFAULT_BACKOFF, backoffMs, retryWaitMs } from './retry-wait.js';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const NOW_S = NOW_MS / 1000;

const answer = (status: number, headers: Record<string, string> = {}, bodyText?: string) => ({
  status,
  header: (name: string) => headers[name.toLowerCase()],
  bodyText,
});
const wait = (given: ReturnType<typeof answer> | undefined, provider?: ProviderRetryRules, retryHeader?: RetryHeader) =>
  retryWaitMs(0, given, { provider, retryHeader }, DEFAULT_BACKOFF, NOW_MS);

describe('wait before a retry', () => {
  it('starts at 3 s, doubles, and ends at 10 minutes', () => {
    expect([0, 1, 2, 7, 8, 50].map((retry) => backoffMs(retry, DEFAULT_BACKOFF))).toEqual([
      3_000, 6_000, 12_000, 384_000, 600_000, 600_000,
    ]);
    expect(wait(undefined)).toBe(3_000);
    expect(wait(answer(500))).toBe(3_000);
  });

  it.each([
    ['epoch seconds', String(NOW_S + 20), 20_000],
    ['epoch milliseconds', String(NOW_MS + 1_500), 1_500],
    ['a date', 'Sun, 01 Mar 2026 12:00:07 GMT', 7_000],
    ['a moment that has passed', String(NOW_S - 5), 0],
  ])('takes a moment as %s', (_, value, expected) => {
    expect(wait(answer(429, { 'x-reset': value }), { at: ['x-reset'] })).toBe(expected);
  });

  it('takes the largest of several configured headers', () => {
    const provider = { at: ['x-reset'], after: ['x-after', 'x-none'] };
    expect(wait(answer(429, { 'x-reset': String(NOW_S + 2), 'x-after': '9' }), provider)).toBe(9_000);
  });

  it('does not wait for the end of a window in which calls are left', () => {
    const provider = { at: ['x-reset'], after: ['retry-after'], remaining: 'x-left' };
    const headers = { 'x-reset': String(NOW_S + 2_400), 'x-left': '4711' };
    expect(wait(answer(502, headers), provider)).toBe(3_000);
    expect(wait(answer(502, { ...headers, 'retry-after': '9' }), provider)).toBe(9_000);
    expect(wait(answer(403, { ...headers, 'x-left': '0' }), provider)).toBe(2_400_000);
    expect(wait(answer(429, headers), provider)).toBe(2_400_000);
  });

  it("reads the caller's headers first, and the provider's where the answer has none of them", () => {
    const provider = { after: ['x-after'] };
    const headers = { 'x-after': '9', 'x-own': '2', 'x-reset': String(NOW_S + 4) };
    expect(wait(answer(429, headers), provider, { after: 'x-own' })).toBe(2_000);
    expect(wait(answer(429, headers), provider, { at: 'X-Reset' })).toBe(4_000);
    expect(wait(answer(429, headers), provider, { after: 'x-none' })).toBe(9_000);
  });

  it('falls back to the back-off when the configured headers are missing or unreadable', () => {
    expect(wait(answer(429, { 'x-after': 'soon' }), { after: ['x-after'] })).toBe(3_000);
  });

  it('is not held up by a long message', () => {
    const provider = { in_body: { path: 'error.message', value: '(\\d+)\\d* seconds', strategy: 'after' as const } };
    const startedAt = performance.now();
    const body = JSON.stringify({ error: { message: '1'.repeat(60_000) } });
    expect(wait(answer(429, {}, body), provider)).toBe(3_000);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('reads the wait from the body by path and pattern', () => {
    const provider = { in_body: { path: 'error.message', value: 'in (\\d+) seconds', strategy: 'after' as const } };
    expect(wait(answer(429, {}, '{"error":{"message":"try again in 12 seconds"}}'), provider)).toBe(12_000);
    expect(wait(answer(429, {}, 'not json'), provider)).toBe(3_000);
  });

  it('lets the standard header lengthen the back-off of 429 and 503, never shorten it', () => {
    expect(wait(answer(429, { 'retry-after': '30' }))).toBe(30_000);
    expect(wait(answer(503, { 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' }))).toBe(60_000);
    expect(wait(answer(429, { 'retry-after': '0' }))).toBe(3_000);
    expect(wait(answer(500, { 'retry-after': '30' }))).toBe(3_000);
  });
});
