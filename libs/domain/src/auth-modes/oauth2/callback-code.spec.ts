import { describe, expect, it } from '@jest/globals';
import { codeOf, type CallbackRules } from './callback-code.js';

const code = (query: Record<string, string>, name?: string, rules?: CallbackRules): string =>
  codeOf({ ...(name !== undefined && { authorization_code_param_in_callback: name }) }, { query }, rules);

describe('codeOf', () => {
  it.each<[Record<string, string>, string | undefined, CallbackRules]>([
    [{ code: 'c', state: 's' }, undefined, {}],
    [{ code: 'c', iss: 'https://anyone.test', scope: 'a b' }, undefined, {}],
    [{ spapi_oauth_code: 'c', code: 'other' }, 'spapi_oauth_code', {}],
    [{ code: 'c', iss: 'https://a.test' }, undefined, { issuer: 'https://a.test' }],
    [{ code: 'c' }, undefined, { issuer: 'https://a.test' }],
  ])('finds it in %j', (query, name, rules) => {
    expect(code(query, name, rules)).toBe('c');
  });

  it.each<[Record<string, string>, CallbackRules | undefined, object]>([
    [
      { error: 'access_denied', error_description: 'The person said <no>.' },
      undefined,
      { code: 'access_denied', description: 'The person said <no>.' },
    ],
    [{ error: 'server_error', code: 'c' }, undefined, { code: 'server_error', description: undefined }],
    [{}, undefined, { code: 'invalid_callback', description: expect.stringContaining('"code"') }],
    [{ code: '' }, undefined, { code: 'invalid_callback' }],
    [{ code: 'c', iss: 'https://evil.test' }, { issuer: 'https://a.test' }, { code: 'invalid_callback' }],
    [{ code: 'c' }, { issuer: 'https://a.test', namesIssuer: true }, { code: 'invalid_callback' }],
    [{ code: 'c', response: 'eyJ' }, undefined, { code: 'invalid_callback' }],
  ])('refuses %j', (query, rules, error) => {
    expect(() => code(query, undefined, rules)).toThrow(
      expect.objectContaining({ name: 'AuthorizationDenied', ...error }),
    );
  });
});
