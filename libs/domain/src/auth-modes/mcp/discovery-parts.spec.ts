import { describe, expect, it } from '@jest/globals';
import { challengeOf } from './challenge.js';
import { discoveredUrlSchema } from './mcp-server.js';
import { authorizationServerUrls, covers, resourceMetadataUrls } from './well-known-urls.js';

describe('challengeOf', () => {
  const metadataUrl = 'https://a.test/.well-known/oauth-protected-resource';
  it.each([
    [undefined, {}],
    ['Bearer', {}],
    ['Basic realm="x"', {}],
    [`Bearer resource_metadata="${metadataUrl}"`, { metadataUrl }],
    [`Bearer error="invalid_token", resource_metadata=${metadataUrl}`, { metadataUrl }],
    [`Bearer scope="a b", resource_metadata="${metadataUrl}"`, { metadataUrl, scopes: ['a', 'b'] }],
    [`Basic realm="x", Bearer realm="y",resource_metadata="${metadataUrl}"`, { metadataUrl }],
    ['Bearer resource_metadata="nonsense"', {}],
    ['Bearer my_resource_metadata="https://evil.test"', {}],
  ])('%s', (header, expected) => {
    expect(challengeOf(header)).toEqual(expected);
  });
});

describe('well-known addresses', () => {
  it.each([
    ['https://a.test', ['https://a.test/.well-known/oauth-protected-resource']],
    [
      'https://a.test/x/mcp/',
      [
        'https://a.test/.well-known/oauth-protected-resource/x/mcp',
        'https://a.test/.well-known/oauth-protected-resource',
      ],
    ],
  ])('of the resource %s', (url, expected) => {
    expect(resourceMetadataUrls(new URL(url))).toEqual(expected);
  });

  it.each([
    [
      'https://a.test',
      ['https://a.test/.well-known/oauth-authorization-server', 'https://a.test/.well-known/openid-configuration'],
    ],
    [
      'https://a.test/tenant/',
      [
        'https://a.test/.well-known/oauth-authorization-server/tenant',
        'https://a.test/.well-known/openid-configuration/tenant',
        'https://a.test/tenant/.well-known/openid-configuration',
      ],
    ],
  ])('of the authorization server %s', (url, expected) => {
    expect(authorizationServerUrls(new URL(url))).toEqual(expected);
  });

  it.each([
    ['https://a.test/mcp', 'https://a.test/mcp', true],
    ['https://a.test/', 'https://a.test/mcp', true],
    ['https://a.test', 'https://a.test/mcp/v1', true],
    ['https://a.test/mcp/', 'https://a.test/mcp', true],
    ['https://a.test/mcp', 'https://a.test/mcp2', false],
    ['https://a.test/mcp/v1', 'https://a.test/mcp', false],
    ['https://b.test/mcp', 'https://a.test/mcp', false],
    ['http://a.test/mcp', 'https://a.test/mcp', false],
    ['nonsense', 'https://a.test/mcp', false],
  ])('%s describes %s: %s', (resource, address, expected) => {
    expect(covers(resource, new URL(address))).toBe(expected);
  });
});

describe('discoveredUrlSchema', () => {
  it.each([
    ['https://a.test/token?x=1', true],
    ['javascript:alert(1)', false],
    ['https://a.test/?x=${clientSecret}', false],
    ['https://a.test/ || https://b.test', false],
    ['/token', false],
  ])('%s: %s', (url, isValid) => {
    expect(discoveredUrlSchema.safeParse(url).success).toBe(isValid);
  });
});
