import { describe, expect, it } from '@jest/globals';
import { VersionCache } from './version-cache.js';

describe('VersionCache', () => {
  it('makes a value once per version', () => {
    const cache = new VersionCache<number, { of: string }>(2);
    let made = 0;
    const get = (version: number) => cache.get(1, version, () => ({ of: `v${version}-${(made += 1)}` })).of;
    expect([get(1), get(1), get(2), get(2), get(1)]).toEqual(['v1-1', 'v1-1', 'v2-2', 'v2-2', 'v1-3']);
  });

  it('lets the least recently used go when it is full', () => {
    const cache = new VersionCache<number, object>(2);
    cache.keep(1, 1, {});
    cache.keep(2, 1, {});
    cache.find(1, 1);
    cache.keep(3, 1, {});
    expect([1, 2, 3].map((id) => cache.find(id, 1) !== undefined)).toEqual([true, false, true]);
  });
});
