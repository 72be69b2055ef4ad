import { describe, expect, it } from '@jest/globals';
import { withQuery } from './query.js';

describe('withQuery', () => {
  it('writes maps with brackets, and leaves out what is undefined', () => {
    const address = withQuery('https://gateway.example/a', {
      token: 'a b',
      none: undefined,
      params: { 'x&y': '1=2', z: '' },
    });
    const { searchParams } = new URL(address);
    expect([...searchParams]).toEqual([
      ['token', 'a b'],
      ['params[x&y]', '1=2'],
      ['params[z]', ''],
    ]);
  });

  it('leaves an address alone that has no query', () => {
    expect(withQuery('https://gateway.example/a', { none: undefined, params: {} })).toBe('https://gateway.example/a');
  });
});
