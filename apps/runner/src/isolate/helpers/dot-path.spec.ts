import { describe, expect, it } from '@jest/globals';
import { atDotPath } from './dot-path.js';

describe('a dot path', () => {
  const answer = {
    data: { items: [{ id: 7 }], 'next.page': { url: 'x' }, none: null },
    '@odata.nextLink': 'https://graph/next',
    a: { b: undefined },
    'a.b': 1,
  };

  it.each([
    ['data.items.0.id', 7],
    ['data.items[0].id', 7],
    ['@odata.nextLink', 'https://graph/next'],
    ['data.next.page.url', 'x'],
    ['data.none', null],
    ['a.b', 1],
    ['data.none.more', undefined],
    ['data.toString', undefined],
    ['missing', undefined],
  ])('%s', (path, expected) => {
    expect(atDotPath(answer, path)).toBe(expected);
  });
});
