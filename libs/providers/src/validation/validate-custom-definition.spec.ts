import { describe, expect, it } from '@jest/globals';
import { providerDefinitionSchema } from '@svc/contracts';
import { validateCustomDefinition } from './validate-custom-definition.js';

const problems = (changes: object): string[] => {
  const definition = providerDefinitionSchema.parse({
    display_name: 'X',
    docs: 'https://x.test',
    auth_mode: 'API_KEY',
    proxy: { base_url: 'https://x.test', headers: { authorization: 'Bearer ${apiKey}' } },
    ...changes,
  });
  return validateCustomDefinition(definition, { allowHttp: false }).map(({ path }) => path);
};

describe('validateCustomDefinition', () => {
  it('follows the rules of files', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ proxy: { base_url: 'http://x.test', headers: { 'x-key': '${apiKey}' } } })).toEqual([
      'proxy.base_url',
    ]);
  });

  it.each([
    [
      { proxy: { base_url: 'https://x.test', headers: { a: '${apiKey}', 'x-api-key': 'sk_live_1' } } },
      'proxy.headers.x-api-key',
    ],
    [
      { proxy: { base_url: 'https://x.test', headers: { a: '${apiKey}' }, query: { access_token: 'abc' } } },
      'proxy.query.access_token',
    ],
    [{ token_params: { client_secret: 'hush' } }, 'token_params.client_secret'],
    [
      { credentials: { apiKey: { title: 'Key', secret: true, default_value: 'hush' } } },
      'credentials.apiKey.default_value',
    ],
  ])('finds a secret that was written down: %j', (changes, path) => {
    expect(problems(changes)).toEqual([path]);
  });

  it.each(['(a+)+', '([a-z]+\\.)*acme'])('refuses %s, which may take forever', (pattern) => {
    expect(problems({ connection_config: { a: { title: 'A', pattern } } })).toEqual(['connection_config.a.pattern']);
  });

  it('does not try out what may take forever', () => {
    const a = { title: 'A', pattern: '(a+)+', example: `${'a'.repeat(60)}!` };
    expect(problems({ connection_config: { a } })).toEqual(['connection_config.a.pattern']);
  });

  const retry = (value: string) => ({
    proxy: {
      base_url: 'https://x.test',
      headers: { a: '${apiKey}' },
      retry: { in_body: { path: 'error', value, strategy: 'after' } },
    },
  });

  it.each(['(\\d+)', 'try again in (\\d+(?:\\.\\d+)?)s', 'in (\\d+) (?:s|seconds)'])(
    'takes %s for what a server answers',
    (value) => {
      expect(problems(retry(value))).toEqual([]);
    },
  );

  it.each(['(a|a)*b', '(a+)+', '.*.*.*x', 'a?'.repeat(30), '(a|aa){1,30}b', '(a|a)'.repeat(30)])(
    'refuses %s there',
    (value) => {
      expect(problems(retry(value))).toEqual(['proxy.retry.in_body.value']);
    },
  );
});
