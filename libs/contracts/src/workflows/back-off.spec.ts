import { describe, expect, it } from '@jest/globals';
import { backOffMs, jittered } from './back-off.js';

const backOff = { initialMs: 30_000, maxMs: 3_600_000 };

describe('backOffMs', () => {
  it('doubles up to its limit', () => {
    expect([1, 2, 3, 7, 8, 9, 5_000].map((attempt) => backOffMs(backOff, attempt))).toEqual([
      30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000,
    ]);
  });

  it('is never shorter than what the other side asked for', () => {
    expect(backOffMs(backOff, 1, 45_000)).toBe(45_000);
    expect(backOffMs(backOff, 2, 45_000)).toBe(60_000);
    expect(backOffMs(backOff, 9, 7_200_000)).toBe(7_200_000);
  });
});

describe('jittered', () => {
  it('makes a wait up to a quarter longer, never shorter', () => {
    expect([0, 0.5, 0.999].map((random) => jittered(1_000, random))).toEqual([1_000, 1_125, 1_250]);
  });
});
