import { describe, expect, it } from '@jest/globals';
import { linkedPage } from './linked-page.js';
import { upstreamUrl } from './upstream-url.js';

describe('the link of a next page', () => {
  const follow = (base: string, link: string): string => {
    const page = linkedPage(base, link);
    return upstreamUrl(page.base, page.endpoint, { key: 'k' });
  };

  it.each([
    ['https://api.example/v1', 'https://api.example/v1/items?page=2', 'https://api.example/v1/items?page=2&key=k'],
    ['https://api.example/v1', 'https://api.example/v2/items?page=2', 'https://api.example/v2/items?page=2&key=k'],
    ['https://api.example/v1', '/v1/items?page=2', 'https://api.example/v1/items?page=2&key=k'],
    ['https://api.example/v1', '/items?page=2', 'https://api.example/v1/items?page=2&key=k'],
    ['https://api.example/v1', '/v10/items', 'https://api.example/v1/v10/items?key=k'],
    ['https://api.example', '/v1/items?page=2', 'https://api.example/v1/items?page=2&key=k'],
    ['https://api.example/v1', 'items?page=2', 'https://api.example/v1/items?page=2&key=k'],
  ])('%s and %s', (base, link, expected) => {
    expect(follow(base, link)).toBe(expected);
  });

  it.each(['https://other.example/v1/items', 'http://api.example/v1/items', 'https://api.example:8443/x', 'https://'])(
    'is not followed to another server: %s',
    (link) => {
      expect(() => linkedPage('https://api.example/v1', link)).toThrow(/leads to/);
    },
  );
});
