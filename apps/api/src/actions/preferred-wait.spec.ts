import { describe, expect, it } from '@jest/globals';
import { preferredWaitMs } from './preferred-wait.js';

describe('the header Prefer', () => {
  it.each([
    ['wait=5', 5_000],
    ['respond-async, wait=10', 10_000],
    ['Wait = "7"', 7_000],
    ['wait=86400', 30_000],
    ['wait=soon', 0],
    ['nowait=5', 0],
    ['', 0],
    [undefined, 0],
  ])('%s', (prefer, waitMs) => {
    expect(preferredWaitMs(prefer)).toBe(waitMs);
  });
});
