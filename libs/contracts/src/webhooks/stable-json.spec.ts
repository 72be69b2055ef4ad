import { describe, expect, it } from '@jest/globals';
import { stableJson } from './stable-json.js';

describe('stableJson', () => {
  it.each([
    ['{"b":1,"a":{"d":[{"y":1,"x":2}],"c":null}}', '{"a":{"c":null,"d":[{"x":2,"y":1}]},"b":1}'],
    ['{"10":1,"9":2,"__proto__":3}', '{"__proto__":3,"9":2,"10":1}'],
  ])('is the same for %s whatever the order of keys', (left, right) => {
    expect(stableJson(JSON.parse(left))).toBe(stableJson(JSON.parse(right)));
  });

  it('keeps the order of lists, and tells values apart', () => {
    const texts = [[1, 2], [2, 1], { a: 1 }, { a: '1' }, { a: null }, {}, null].map(stableJson);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
