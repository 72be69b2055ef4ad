import { describe, expect, it } from '@jest/globals';
import { compilePattern, matchesPattern } from './compile-pattern.js';

describe('matchesPattern', () => {
  it.each([
    ['[a-z]+', 'acme', true],
    ['[a-z]+', 'acme!', false],
    ['a|b', 'ab', false],
    ['([a-z0-9-]+\\.)*(x|y)\\.com', 'eu.acme.x.com', true],
    ['([a-z0-9-]+\\.)*(x|y)\\.com', 'eu.acme.z.com', false],
    ['[a', 'a', false],
  ])('%s and %s: %p', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected);
  });

  it.each([
    ['(a+)+', `${'a'.repeat(100)}!`],
    ['(a|a)*b', 'a'.repeat(100)],
    ['(a|aa)+b', 'a'.repeat(200)],
    ['.*.*.*.*.*x', 'a'.repeat(8192)],
    ['a?'.repeat(40) + 'a'.repeat(40), 'a'.repeat(39)],
  ])('%s does not hold up the process', (pattern, value) => {
    const startedAt = performance.now();
    expect(matchesPattern(pattern, value)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(matchesPattern('(a|b)+', 'ab')).toBe(true);
  });

  it('forgets patterns that were only tried', () => {
    for (let number = 0; number < 6_000; number += 1) compilePattern(`x${number}`);
    expect(matchesPattern('x1', 'x1')).toBe(true);
  });
});
