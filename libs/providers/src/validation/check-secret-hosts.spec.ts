import { describe, expect, it } from '@jest/globals';
import { providerDefinitionSchema } from '@svc/contracts';
import { checkSecretHosts } from './check-secret-hosts.js';

const label = { title: 'Sub', pattern: '[a-z0-9][a-z0-9-]*' };
const host = { title: 'Host', format: 'hostname' };

const paths = (definition: object): string[] =>
  checkSecretHosts(
    providerDefinitionSchema.parse({ auth_mode: 'OAUTH2', ...definition, docs: 'https://x.test', display_name: 'X' }),
  ).map(({ path }) => path);

describe('checkSecretHosts', () => {
  it.each<[string, object]>([
    ['https://auth.x.test/${connectionConfig.f}/token', host],
    ['https://${connectionConfig.f}.x.test/token', label],
    ['https://eu-${connectionConfig.f}-api.x.test:8443/token', label],
    ['https://${connectionConfig.f}.x.co.uk/token', label],
    ['https://${connectionConfig.f}', { title: 'F', enum: ['a.x.test', 'b.x.test'] }],
    ['https://accounts.x.${connectionConfig.f}/token', { title: 'F', enum: ['com', 'eu', 'com.cn'] }],
    ['https://${connectionConfig.f}.x.test', { title: 'F', format: 'uuid' }],
    ['https://${connectionConfig.f}.x.test', { title: 'F', pattern: '[a-z]+(\\.sandbox)?' }],
    ['${integrationConfig.i}/token', host],
    ['${integrationConfig.i}/${connectionConfig.f}/token', host],
    ['https://${integrationConfig.i}/token || https://x.test/token', host],
    ['${appLink}/token', host],
  ])('is content with %s', (token_url, field) => {
    expect(paths({ token_url, connection_config: { f: field }, integration_config: { i: host } })).toEqual([]);
  });

  it.each<[string, object]>([
    ['${connectionConfig.f}/token', { title: 'F', format: 'uri' }],
    ['https://${connectionConfig.f}/token', host],
    ['https://${connectionConfig.f}/token', label],
    ['https://${connectionConfig.f}.test/token', label],
    ['https://${connectionConfig.f}.co.uk/token', label],
    ['${connectionConfig.f}.x.test/token', { title: 'F', pattern: 'https://.+' }],
    ['https://${connectionConfig.f}.${connectionConfig.f}/token', label],
    ['https://x.test.${connectionConfig.f}/token', label],
    ['https://${connectionConfig.f}.x.test/token', { title: 'F', pattern: '[a-z.]+' }],
    ['https://${connectionConfig.f}.x.test/token', { title: 'F', pattern: '.+' }],
    ['https://${connectionConfig.f}x.test@${connectionConfig.f}', label],
    ['${integrationConfig.i}${connectionConfig.f}', label],
    ['https://${connectionConfig.unknown}.x.test/token', label],
    ['https://${connectionConfig.captured}.x.test/token', label],
    ['https://x.test/token || https://${connectionConfig.f}/token', host],
    ['https://${base64(${connectionConfig.f})}.x.test/token', label],
    ['https://${credentials.raw.host}/token', label],
  ])('is not content with %s', (token_url, field) => {
    const definition = {
      token_url,
      connection_config: { f: field },
      redirect_uri_metadata: ['captured'],
      integration_config: { i: host },
    };
    expect(paths(definition)).toEqual(['token_url']);
  });

  it('is content with a value of the callback that has a field, by which it is checked', () => {
    const token_url = 'https://${connectionConfig.captured}.x.test/token';
    const definition = { token_url, redirect_uri_metadata: ['captured'] };
    expect(paths({ ...definition, connection_config: { captured: { ...label, automated: true } } })).toEqual([]);
    expect(paths({ ...definition, connection_config: { captured: host } })).toEqual(['token_url']);
  });

  const url = '${connectionConfig.f}/x';
  const connection_config = { f: { title: 'F', format: 'uri' } };

  it('looks at every address that the app is proved to', () => {
    const urls = { authorization_url: url, refresh_url: url, request_url: url, token_url: { OAUTH2: url, APP: url } };
    expect(paths({ ...urls, connection_config }).toSorted()).toEqual([
      'authorization_url',
      'refresh_url',
      'request_url',
      'token_url.APP',
      'token_url.OAUTH2',
    ]);
  });

  it.each(['OAUTH1', 'APP', 'CUSTOM', 'MCP_OAUTH2'])('applies to %s', (auth_mode) => {
    expect(paths({ auth_mode, token_url: url, connection_config })).toEqual(['token_url']);
  });

  it.each(['OAUTH2_CC', 'TWO_STEP', 'INSTALL_PLUGIN'])(
    'leaves %s alone, which sends what the end user has',
    (auth_mode) => {
      expect(paths({ auth_mode, token_url: url, connection_config })).toEqual([]);
    },
  );

  it('applies to all modes that are told to send the secret, and to the proxy too', () => {
    const token_params = { secret: '${clientSecret}' };
    expect(paths({ auth_mode: 'TWO_STEP', token_url: url, token_params, connection_config })).toEqual(['token_url']);
    const proxy = { base_url: url };
    expect(paths({ proxy, connection_config })).toEqual([]);
    const headers = { 'x-app': '${clientSecret}' };
    expect(paths({ proxy: { ...proxy, headers }, connection_config })).toEqual(['proxy.base_url']);
  });

  it("counts the developer's secret settings among the secrets", () => {
    const proxy = { base_url: url, headers: { 'x-partner': '${integrationConfig.partnerKey}' } };
    const definition = { auth_mode: 'API_KEY', proxy, connection_config };
    const key = { title: 'Partner key' };
    expect(paths({ ...definition, integration_config: { partnerKey: key } })).toEqual([]);
    expect(paths({ ...definition, integration_config: { partnerKey: { ...key, secret: true } } })).toEqual([
      'proxy.base_url',
    ]);
  });
});
