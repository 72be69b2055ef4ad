import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { authSubject } from '../../testing/auth-subject.js';
import { authorizationUrl, type AuthorizationUrlParts } from './authorization-url.js';

interface Case {
  readonly provider?: Partial<Provider>;
  readonly app?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly connectionConfig?: Readonly<Record<string, unknown>>;
  readonly request?: Partial<AuthorizationUrlParts['request']>;
  readonly challenge?: string;
}

const url = ({ provider, app, config, connectionConfig, request, challenge }: Case): string =>
  authorizationUrl(
    authSubject({
      provider: { auth_mode: 'OAUTH2', authorization_url: 'https://auth.test/authorize', ...provider },
      ...(app && { app }),
      ...(config && { config }),
      ...(connectionConfig && { connectionConfig }),
    }),
    {
      clientId: 'the client',
      request: {
        state: 's1',
        redirectUri: 'https://gateway.test/oauth/callback',
        userScopes: undefined,
        authorizationParams: {},
        ...request,
      },
      ...(challenge !== undefined && { challenge }),
    },
  );

const START = 'https://auth.test/authorize?response_type=code&client_id=the%20client';
const END = '&redirect_uri=https%3A%2F%2Fgateway.test%2Foauth%2Fcallback&state=s1';

describe('authorizationUrl', () => {
  it.each<[string, Case, string]>([
    ['nothing special', {}, START + END],
    ['PKCE', { challenge: 'c1' }, `${START}${END}&code_challenge=c1&code_challenge_method=S256`],
    [
      'parameters of the definition, and of the caller over them',
      {
        provider: {
          authorization_params: { prompt: 'consent', access_type: 'offline', team: '${connectionConfig.t}' },
        },
        connectionConfig: { t: 'a b' },
        request: { authorizationParams: { prompt: 'none', access_type: 'undefined', login_hint: 'a@b.c' } },
      },
      `${START}&prompt=none&team=a%20b&login_hint=a%40b.c${END}`,
    ],
    [
      'callers who would like to decide where the answer goes',
      {
        request: {
          authorizationParams: {
            redirect_uri: 'https://evil.test',
            state: 'x',
            client_id: 'x',
            response_type: 'token',
            code_challenge: 'x',
            code_challenge_method: 'plain',
          },
        },
      },
      START + END,
    ],
    [
      'parameters without a value',
      { provider: { authorization_params: { audience: '', team: '${connectionConfig.missing}' } } },
      `${START}&audience=${END}`,
    ],
    [
      'parameters without a value that the provider refuses',
      { provider: { authorization_params: { audience: '' }, authorization_url_skip_empty: true } },
      START + END,
    ],
    [
      'a query of its own',
      { provider: { authorization_url: 'https://auth.test/authorize?response_type=token&v=2' } },
      `https://auth.test/authorize?response_type=code&v=2&client_id=the%20client${END}`,
    ],
    [
      'an address that the connection completes',
      {
        provider: {
          authorization_url: 'https://${connectionConfig.sub}.auth.test/${integrationConfig.realm}/authorize',
        },
        connectionConfig: { sub: 'acme' },
        config: { realm: 'a/b' },
      },
      `https://acme.auth.test/a%2Fb/authorize?response_type=code&client_id=the%20client${END}`,
    ],
    [
      'values that go into the address as they are',
      {
        provider: {
          authorization_url: 'https://auth.test/${connectionConfig.path}/authorize',
          authorization_url_skip_encode: ['base_url'],
        },
        connectionConfig: { path: 'a/b' },
      },
      `https://auth.test/a/b/authorize?response_type=code&client_id=the%20client${END}`,
    ],
    [
      'a fragment before the query',
      { provider: { authorization_url_fragment: '#/login' } },
      `https://auth.test/authorize#/login?response_type=code&client_id=the%20client${END}`,
    ],
    [
      'parameters that are called otherwise there',
      {
        provider: {
          authorization_params: { appid: '${clientId}' },
          authorization_url_replacements: { 'client_id=': 'client=' },
        },
      },
      `https://auth.test/authorize?response_type=code&client=the%20client&appid=the%20client${END}`,
    ],
    [
      'secrets of the integration',
      {
        provider: { authorization_params: { a: '${clientSecret}', b: '${credentials.client_secret}' } },
        app: { client_secret: 's' },
      },
      START + END,
    ],
  ])('%s', (_, given, expected) => {
    expect(url(given)).toBe(expected);
  });

  it('does not grow without end by its replacements', () => {
    const replacements = Object.fromEntries(['s', 'b', 'c'].map((from) => [from, 'bcdefgh'.repeat(300)]));
    expect(() => url({ provider: { authorization_url_replacements: replacements } })).toThrow('too long');
  });

  const app = { scopes: 'i:1,i:2' };
  const provider = { default_scopes: ['d', 'https://${connectionConfig.host}/.default', '${connectionConfig.no}'] };
  it.each<[string, Case, string | null]>([
    ['of the caller', { app, provider, request: { userScopes: 'u:1, u:2 u:3' } }, 'u:1 u:2 u:3'],
    ['of the connection', { app, provider, connectionConfig: { oauth_scopes_override: ['c:1', 'c:2'] } }, 'c:1 c:2'],
    ['of the integration', { app, provider }, 'i:1 i:2'],
    ['of the definition', { provider, connectionConfig: { host: 'x.test' } }, 'd https://x.test/.default'],
    ['of nobody', {}, null],
    ['joined otherwise', { app, provider: { scope_separator: ',' } }, 'i:1,i:2'],
    ['empty ones count for nothing', { app, connectionConfig: { oauth_scopes_override: [] } }, 'i:1 i:2'],
  ])('asks for the scopes %s', (_, given, expected) => {
    expect(new URL(url(given)).searchParams.get('scope')).toBe(expected);
  });

  it('leaves scopes readable where the provider wants them so, and still in their place', () => {
    const written = url({
      provider: { authorization_url_skip_encode: ['scopes'], scope_separator: ',' },
      request: { userScopes: 'a:read,https://x.test/b,c&state=evil,d#e,%f' },
    });
    expect(written).toContain('&scope=a:read,https://x.test/b,c%26state%3Devil,d%23e,%25f&');
  });

  it('names what is missing for the address', () => {
    const missing = { provider: { authorization_url: 'https://${connectionConfig.sub}.auth.test/' } };
    expect(() => url(missing)).toThrow(
      expect.objectContaining({ code: 'invalid_body', message: expect.stringContaining('connection_config.sub') }),
    );
  });
});
