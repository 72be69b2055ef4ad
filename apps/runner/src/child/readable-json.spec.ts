import { describe, expect, it } from '@jest/globals';
import { isReadableJson } from './readable-json.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('isReadableJson', () => {
  it.each([
    ['null'],
    ['1'],
    ['"[[["'],
    ['{"a":["\\"]",{}]}'],
    ['"\\\\"'],
    [`["${'\\"['.repeat(2000)}"]`],
    [nested(1000)],
  ])('takes %.40s', (text) => {
    expect(isReadableJson(text)).toBe(true);
  });

  it.each([[''], ['undefined'], ['1},{"outcome":2'], ['{"a":1'], ['"open'], [nested(1001)], ['['.repeat(5_000_000)]])(
    'refuses %.40s',
    (text) => {
      expect(isReadableJson(text)).toBe(false);
    },
  );
});
