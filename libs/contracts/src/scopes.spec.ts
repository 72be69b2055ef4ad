import { describe, expect, it } from '@jest/globals';
import { satisfiesScope, type Scope } from './scopes.js';

describe('satisfiesScope', () => {
  it.each<[string[], Scope, boolean]>([
    [['environment:proxy'], 'environment:proxy', true],
    [['environment:proxy'], 'environment:deploy', false],
    [['environment:*'], 'environment:syncs:variant:create', true],
    [['environment:syncs:*'], 'environment:syncs:variant:create', true],
    [['environment:syncs:*'], 'environment:records:read', false],
    [['environment:connections:read_credentials'], 'environment:connections:read', true],
    [['environment:connections:read'], 'environment:connections:read_credentials', false],
    [['environment:connections:list_credentials'], 'environment:connections:read', false],
    [['environment:*'], 'account:environments:list', false],
    [['account:*'], 'account:environments:api_keys:create', true],
    [[], 'environment:proxy', false],
  ])('%j for %s: %s', (granted, required, expected) => {
    expect(satisfiesScope(granted, required)).toBe(expected);
  });
});
