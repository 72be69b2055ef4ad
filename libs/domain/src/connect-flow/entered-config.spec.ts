import { describe, expect, it } from '@jest/globals';
import type { IntegrationConfigDefaults, InputFields } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { enteredConfig } from './entered-config.js';

const FIELDS: InputFields = {
  subdomain: { type: 'string', title: 'Subdomain', pattern: '[a-z]+' },
  region: { type: 'string', title: 'Region', default_value: 'eu' },
  host: { type: 'string', title: 'Host', hidden: true, default_value: 'api.example.com' },
  account: { type: 'string', title: 'Account', automated: true },
};

interface Given {
  readonly params?: Record<string, string>;
  readonly defaults?: IntegrationConfigDefaults['connection_config'];
  readonly existing?: Record<string, unknown>;
}

const entered = ({ params = { subdomain: 'acme' }, defaults, existing }: Given) =>
  enteredConfig(
    { auth_mode: 'OAUTH2', connection_config: FIELDS },
    { params, defaults: defaults && { connection_config: defaults }, existing },
  );

const pathsOf = (given: Given): unknown => {
  try {
    return entered(given);
  } catch (error) {
    return error instanceof AppError ? error.details.errors?.map(({ path }) => path.join('.')) : error;
  }
};

describe('enteredConfig', () => {
  it('takes what was typed in, with the defaults of the definition', () => {
    expect(entered({})).toEqual({ subdomain: 'acme', region: 'eu', host: 'api.example.com' });
  });

  it('lets the backend win, which may set any field and more', () => {
    const defaults = { region: 'us', host: 'beta.example.com', account: '7', extra: { deep: true } };
    expect(entered({ params: { subdomain: 'acme', region: 'mars' }, defaults })).toEqual({
      subdomain: 'acme',
      region: 'us',
      host: 'beta.example.com',
      account: '7',
      extra: { deep: true },
    });
  });

  it('asks for nothing that the backend has set', () => {
    expect(entered({ params: {}, defaults: { subdomain: 'fixed' } })).toMatchObject({ subdomain: 'fixed' });
  });

  it('leaves out what has a place of its own', () => {
    const defaults = {
      oauth_client_id_override: 'id',
      oauth_client_secret_override: 'hush',
      webhook_url: 'https://hooks.example',
      oauth_scopes_override: ['a'],
    };
    expect(entered({ params: { subdomain: 'acme', webhook_url: 'https://evil.example' }, defaults })).toEqual({
      subdomain: 'acme',
      region: 'eu',
      host: 'api.example.com',
      oauth_scopes_override: ['a'],
    });
  });

  it.each([
    [{ params: { subdomain: 'acme', nope: 'x' } }, ['params.nope']],
    [{ params: { subdomain: 'acme', host: 'evil.example' } }, ['params.host']],
    [{ params: { subdomain: 'acme', account: '1' } }, ['params.account']],
    [{ params: { subdomain: 'acme', constructor: 'x', toString: 'y' } }, ['params.constructor', 'params.toString']],
    [{ params: { subdomain: 'a.b' } }, ['params.subdomain']],
    [{ params: {} }, ['params.subdomain']],
  ])('refuses %j', (given: Given, paths) => {
    expect(pathsOf(given)).toEqual(paths);
  });

  it('takes the default of a hidden field from whoever sends it along', () => {
    expect(entered({ params: { subdomain: 'acme', host: 'api.example.com' } })).toMatchObject({ subdomain: 'acme' });
  });

  it('counts what a connection has as given, and does not say it again', () => {
    const existing = { subdomain: 'old', region: 'us', account: '7', captured: 'x' };
    expect(entered({ params: {}, existing })).toEqual({ host: 'api.example.com' });
    expect(entered({ params: { region: 'eu' }, existing })).toEqual({ region: 'eu', host: 'api.example.com' });
  });

  it('asks for what the auth mode cannot do without', () => {
    const server = 'https://mcp.example.com/mcp';
    const generic = (params: Record<string, string>) =>
      enteredConfig({ auth_mode: 'MCP_OAUTH2_GENERIC' }, { params, defaults: undefined, existing: undefined });
    expect(generic({ mcp_server_url: server })).toEqual({ mcp_server_url: server });
    expect(() => generic({})).toThrow('mcp_server_url');
    expect(() => generic({ mcp_server_url: 'file:///etc/passwd' })).toThrow('mcp_server_url');
  });
});
