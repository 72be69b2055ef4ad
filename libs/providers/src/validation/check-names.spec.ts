import { describe, expect, it } from '@jest/globals';
import { checkNames } from './check-names.js';

describe('checkNames', () => {
  it('finds other names that are taken, and references to nobody', () => {
    const definitions = new Map([
      ['acme', { aliases: ['acme-old', 'beta'] }],
      ['beta', { aliases: ['b', 'acme-old'], shares_endpoints_with: ['acme', 'nobody', 'beta'] }],
    ]);
    expect(checkNames(definitions).map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'acme: "beta" is a name of "beta" already',
      'beta: "acme-old" is a name of "acme" already',
      'beta: there is no other provider "nobody"',
      'beta: there is no other provider "beta"',
    ]);
  });
});
