import { describe, expect, it } from '@jest/globals';
import { AUTH_MODES, providerSchema, type Provider } from '@svc/contracts';
import { directRouteOf } from '@svc/connect';
import { en } from '../text/en.js';
import { buildForm, type FormSource } from './build-form.js';

const providerOf = (definition: object): Provider =>
  providerSchema.parse({ name: 'p', display_name: 'P', docs: '', logo_url: '', ...definition });

const form = (definition: object, more: Partial<FormSource> = {}) => {
  const provider = providerOf(definition);
  const isRedirect = directRouteOf(provider, 'p') === undefined;
  return buildForm({ provider, isRedirect, presets: {}, isReconnecting: false, text: en, ...more });
};
const ids = (...given: Parameters<typeof form>) => form(...given).map(({ id }) => id);

describe('buildForm', () => {
  it.each([
    ['API_KEY', ['credentials.apiKey']],
    ['BASIC', ['credentials.username', 'credentials.password']],
    ['SIGNATURE', ['credentials.username', 'credentials.password']],
    ['OAUTH2_CC', ['credentials.client_id', 'credentials.client_secret']],
    ['TBA', ['credentials.token_id', 'credentials.token_secret']],
    ['BILL', ['credentials.username', 'credentials.password', 'credentials.organization_id', 'credentials.dev_key']],
    ['AWS_SIGV4', ['credentials.role_arn', 'credentials.region']],
    ['MCP_OAUTH2_GENERIC', ['params.mcp_server_url']],
    ['OAUTH2', []],
    ['OAUTH1', []],
    ['APP', []],
    ['INSTALL_PLUGIN', []],
    ['NONE', []],
  ])('asks for what %s needs, where the definition does not say', (auth_mode, expected) => {
    expect(ids({ auth_mode })).toEqual(expected);
  });

  it('masks every default field that is a secret', () => {
    const secret = AUTH_MODES.flatMap((auth_mode) => form({ auth_mode }))
      .filter(({ name }) => /secret|password|key$/i.test(name))
      .map(({ input }) => input.secret);
    expect(secret.length).toBeGreaterThan(5);
    expect(new Set(secret)).toEqual(new Set([true]));
  });

  it('asks for a certificate where the provider wants one', () => {
    const fields = form({ auth_mode: 'OAUTH2_CC', require_client_certificate: true });
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['client_id', 'text'],
      ['client_secret', 'text'],
      ['client_certificate', 'long-text'],
      ['client_private_key', 'long-text'],
    ]);
  });

  it('orders by number, then addresses before credentials; what nobody enters is left out', () => {
    const definition = {
      auth_mode: 'TWO_STEP',
      connection_config: {
        host: { title: 'Host' },
        first: { title: 'First', order: 1 },
        fixed: { title: 'Fixed', hidden: true, default_value: 'x' },
      },
      credentials: {
        later: { title: 'Later' },
        second: { title: 'Second', order: 2 },
        filled: { title: 'Filled', automated: true },
      },
      assertion_option: { level: { title: 'Level', enum: ['a', 'b'] } },
    };
    expect(ids(definition)).toEqual([
      'params.first',
      'credentials.second',
      'params.host',
      'credentials.later',
      'assertionOption.level',
    ]);
    expect(form(definition).at(-1)?.kind).toBe('choice');
  });

  it('asks for no credentials where the person goes to the provider, and for nothing that the session sets', () => {
    const definition = {
      auth_mode: 'OAUTH2',
      connection_config: { subdomain: { title: 'Subdomain' }, region: { title: 'Region' } },
      credentials: { client_id: { title: 'Client id' } },
    };
    expect(ids(definition)).toEqual(['params.subdomain', 'params.region']);
    expect(ids(definition, { presets: { subdomain: 'acme', region: '' } })).toEqual(['params.region']);
  });

  it('lets people leave empty what a connection has already, but no secret', () => {
    const definition = {
      auth_mode: 'API_KEY',
      connection_config: { host: { title: 'Host', default_value: 'a.example' } },
    };
    const fields = form(definition, { isReconnecting: true });
    expect(fields.map(({ name, input }) => [name, input.optional ?? false, input.default_value])).toEqual([
      ['host', true, undefined],
      ['apiKey', false, undefined],
    ]);
  });
});
