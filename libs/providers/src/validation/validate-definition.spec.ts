import { providerDefinitionSchema } from '@svc/contracts';
import { describe, expect, it } from '@jest/globals';
import { validateDefinition } from './validate-definition.js';

const base = {
  display_name: 'X',
  docs: 'https://x.test',
  auth_mode: 'OAUTH2',
  authorization_url: 'https://x.test/authorize',
  token_url: 'https://x.test/token',
  proxy: { base_url: 'https://api.x.test' },
};

const problems = (changes: object, options = { allowHttp: false }): string[] => {
  const definition = providerDefinitionSchema.parse({ ...base, ...changes });
  return validateDefinition(definition, options).map(({ path, reason }) => `${path}: ${reason}`);
};

describe('validateDefinition', () => {
  it('accepts a definition that is right', () => {
    expect(problems({})).toEqual([]);
  });

  it.each([
    ['OAUTH2', ['authorization_url', 'token_url']],
    ['OAUTH2_CC', ['token_url']],
    ['OAUTH1', ['request_url', 'authorization_url', 'token_url', 'signature_method']],
    ['CUSTOM', ['authorization_url', 'token_url', 'installation_check_url']],
    ['JWT', ['signature', 'token.signing_key', 'token.header']],
    ['TWO_STEP', ['token_url', 'token_response.token']],
    ['AWS_SIGV4', ['aws_sigv4.service']],
    ['MCP_OAUTH2', ['client_registration']],
    ['MCP_OAUTH2_GENERIC', ['connection_config.mcp_server_url']],
    ['INSTALL_PLUGIN', ['authorization_url']],
  ])('names the fields that %s needs', (mode, fields) => {
    const nothing = { auth_mode: mode, authorization_url: undefined, token_url: undefined };
    expect(problems(nothing)).toEqual(fields.map((field) => `${field}: is required with auth_mode ${mode}`));
  });

  it('wants all addresses of an MCP server, or none', () => {
    const mode = { auth_mode: 'MCP_OAUTH2', client_registration: 'dynamic' };
    expect(problems({ ...mode, authorization_url: undefined, token_url: undefined })).toEqual([]);
    expect(problems({ ...mode, token_url: undefined })).toEqual([
      'token_url: is required with auth_mode MCP_OAUTH2',
      'registration_url: is required with auth_mode MCP_OAUTH2',
    ]);
    expect(problems({ ...mode, client_registration: 'static' })).toEqual([]);
  });

  it.each([
    ['${connectionConfig.x}', 'is not declared in connection_config'],
    ['${integrationConfig.x}', 'is not declared in integration_config'],
    ['${assertionOption.x}', 'is not declared in assertion_option'],
    ['${credentials.x}', 'is not a credential of this provider'],
    ['${apiKey}', 'is neither a credential of this provider nor a known name'],
    ['${step2.a}', 'refers to a step that does not exist (there are 1)'],
    ['${rot13(a)}', 'there is no function "rot13"'],
    ['${base64(${nobody})}', '${nobody} is neither'],
    ['${now+1:fortnight}', '"fortnight" in ${now+1:fortnight} is not a unit of time'],
    ['${now+999999:years}', '${now+999999:years} is further away than any date'],
    [`\${base64(\${now-${'9'.repeat(30)}:days:X})}`, 'is further away than any date'],
    ['${accessToken', 'a placeholder is not closed'],
  ])('knows that %s can have no value', (template, reason) => {
    const proxy = { ...base.proxy, headers: { 'x-a': template } };
    expect(problems({ proxy })).toEqual([expect.stringContaining(reason)]);
  });

  it('takes every placeholder that can have a value', () => {
    const proxy = {
      base_url: 'https://${connectionConfig.sub}.x.test || https://${connectionConfig.team.id}.x.test',
      headers: {
        a: '${accessToken} ${clientId} ${random} ${method} ${now-1:days:X} ${step1.x} ${credentials.raw.id}',
        '${connectionConfig.sub}': '${integrationConfig.y}',
      },
    };
    const connection_config = { sub: { title: 'Sub', pattern: '[a-z]+' } };
    const integration_config = { y: { title: 'Y' } };
    expect(problems({ proxy, connection_config, integration_config, token_response_metadata: ['team.id'] })).toEqual(
      [],
    );
  });

  it('wants https, or lets an operator use http', () => {
    const proxy = { base_url: 'http://x.internal' };
    expect(problems({ proxy })).toEqual([expect.stringContaining('proxy.base_url: must start with https://')]);
    expect(problems({ proxy }, { allowHttp: true })).toEqual([]);
    expect(problems({ proxy: { base_url: 'ftp://x' } }, { allowHttp: true })).toHaveLength(1);
    expect(problems({ docs: 'somewhere' })).toEqual(['docs: must be an https:// address']);
  });

  it.each([
    ['https://x.test/', 'must not end in a slash'],
    ['https://x.test?a=1', 'must have neither query nor fragment'],
    ['https://x.test//v1', 'has two slashes in a row'],
    ['https://x .test', 'is not an address'],
    ['https://a:b@x.test', 'must not contain credentials'],
    ['https://x.test || https://', 'is not an address'],
  ])('sees that %s cannot be what calls start with', (base_url, reason) => {
    expect(problems({ proxy: { base_url } })).toEqual([expect.stringContaining(reason)]);
  });

  it('wants a restriction on whatever decides the host', () => {
    const proxy = { base_url: 'https://${connectionConfig.sub}.x.test/${connectionConfig.path}' };
    const connection_config = { sub: { title: 'Sub' }, path: { title: 'Path' } };
    expect(problems({ proxy, connection_config })).toEqual([
      expect.stringContaining('${connectionConfig.sub} decides the host'),
    ]);
  });

  it.each([
    [{ title: 'A', pattern: '[a-z' }, 'is not a regular expression'],
    [{ title: 'A', pattern: '[a-z]+', example: 'A1' }, 'example "A1" must match [a-z]+'],
    [{ title: 'A', format: 'uuid', default_value: 'x' }, 'default_value "x" must be a UUID'],
    [{ title: 'A', hidden: true }, 'is hidden, so it needs a default_value'],
    [{ title: 'A', visible_when: { field: 'b', equals: 'x' } }, 'visible_when names "b"'],
  ])('finds a field that contradicts itself: %j', (field, reason) => {
    expect(problems({ connection_config: { a: field } })).toEqual([expect.stringContaining(reason)]);
  });

  it('finds the rest', () => {
    const retry = { in_body: { path: 'a', value: '(', strategy: 'at' } };
    expect(problems({ proxy: { ...base.proxy, retry } })).toEqual([expect.stringContaining('in_body.value')]);
    expect(problems({ confidence: 'documented' })).toEqual(['source: is required with confidence documented']);
  });
});

describe('providerDefinitionSchema', () => {
  const issuePaths = (changes: object) =>
    providerDefinitionSchema.safeParse({ ...base, ...changes }).error?.issues.map((issue) => issue.path.join('.'));

  it('refuses unknown keys and wrong values, with their path', () => {
    expect(issuePaths({ base_uri: 'x' })).toEqual(['']);
    expect(issuePaths({ proxy: { base_url: 'https://x', retries: 1 } })).toEqual(['proxy']);
    expect(issuePaths({ proxy: { base_url: 'https://x', headers: { Accept: 'x' } } })).toEqual([
      'proxy.headers.Accept',
    ]);
    expect(issuePaths({ proxy: { base_url: 'https://x', retry: { error_code: ['6xx'] } } })).toEqual([
      'proxy.retry.error_code.0',
    ]);
    expect(issuePaths({ proxy: { base_url: 'https://x', paginate: { type: 'link' } } })).toEqual(['proxy.paginate']);
    expect(issuePaths({ auth_mode: 'MAGIC' })).toEqual(['auth_mode']);
  });
});
