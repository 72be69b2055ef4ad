import { describe, expect, it } from '@jest/globals';
import { findLink } from './link-header.js';

describe('findLink', () => {
  it.each([
    ['<https://a/x?p=2>; rel="next"', 'https://a/x?p=2'],
    ['<https://a/x?p=1>; rel="prev", <https://a/x?p=2,3>; rel="next"; title="a, b"', 'https://a/x?p=2,3'],
    ['<https://a/1>; title="x; rel=next"; rel=last, </2>; rel="first NEXT"', '/2'],
    ['<https://a/1>;rel=next', 'https://a/1'],
    ['<https://a/1>; rel="last"', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('finds the next page in %s', (header, expected) => {
    expect(findLink(header, 'next')).toBe(expected);
  });

  it('reads several headers', () => {
    expect(findLink(['</1>; rel="prev"', '</2>; rel="next"'], 'next')).toBe('/2');
  });
});
