import { describe, expect, it } from '@jest/globals';
import { upstreamUrl } from './upstream-url.js';

const BASE = 'https://api.example/v1';

describe('upstream address', () => {
  it.each([
    ['/items', `${BASE}/items`],
    ['', BASE],
    ['?x=1', `${BASE}?x=1`],
    ['/', `${BASE}/`],
    ['items', `${BASE}/items`],
    ["/a/../b//c/%2e%2E/d e?q='x'&y=%zz&&z", `${BASE}/a/../b//c/%2e%2E/d e?q='x'&y=%zz&&z`],
    ['/items?', `${BASE}/items?`],
    ['/items?u=https://x?y', `${BASE}/items?u=https://x?y`],
    [`/${BASE}/items?x=1`, `${BASE}/items?x=1`],
    [`${BASE}/items`, `${BASE}/items`],
    [`/${BASE}`, BASE],
    [`/${BASE}beta/items`, `${BASE}/${BASE}beta/items`],
    ['/https://other.example/x', `${BASE}/https://other.example/x`],
  ])('%s becomes %s', (endpoint, expected) => {
    expect(upstreamUrl(BASE, endpoint, {})).toBe(expected);
  });

  it("adds the provider's parameters after the caller's, which win", () => {
    expect(upstreamUrl(BASE, '/x?b=%20&c', { a: 'ü&', b: '2' })).toBe(`${BASE}/x?b=%20&c&a=%C3%BC%26`);
    expect(upstreamUrl(BASE, '/x', { a: '1' })).toBe(`${BASE}/x?a=1`);
  });

  it('keeps a query of the base address', () => {
    expect(upstreamUrl(`${BASE}?tenant=t`, '/x?y=1', {})).toBe(`${BASE}/x?y=1&tenant=t`);
  });
});
