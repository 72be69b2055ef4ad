import { beforeAll, describe, expect, it } from '@jest/globals';
import type { InputFields, Provider } from '@svc/contracts';
import { compileCatalogue, ProviderCatalogue } from '@svc/providers';
import { fileURLToPath } from 'node:url';
import { authSubject } from '../testing/auth-subject.js';
import type { AuthSubject } from './auth-subject.js';
import { browserUrl } from './browser-url.js';
import { authorizationUrl } from './oauth2/authorization-url.js';
import { tokenUrlOf } from './oauth2/token-url.js';
import { publicContext } from './public-context.js';
import { writeTokenRequest } from './tokens/token-request.js';

const logger = { info: () => undefined, error: () => undefined };

/** What people would enter who follow the examples. */
const entered = (fields: InputFields = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { default_value, enum: values, example }]) => [
      name,
      default_value ?? values?.[0] ?? example ?? 'x',
    ]),
  );

const subjectOf = (provider: Provider): AuthSubject =>
  authSubject({
    provider,
    app: { client_id: 'the-client', client_secret: 'THE-SECRET' },
    config: entered(provider.integration_config),
    connectionConfig: { installation_id: '7', ...entered(provider.connection_config) },
  });

const request = {
  state: 'the-state',
  redirectUri: 'https://gateway.test/oauth/callback',
  userScopes: undefined,
  authorizationParams: {},
};

describe('the addresses of the definitions that come with the gateway', () => {
  let providers: readonly Provider[];

  beforeAll(async () => {
    const compiled = await compileCatalogue(fileURLToPath(new URL('../../../providers', import.meta.url)));
    const builtin = { ...compiled, templates: {} };
    providers = (await ProviderCatalogue.open({ publicUrl: 'http://gateway.test', logger, builtin })).list();
  });

  const ofMode = (...modes: readonly Provider['auth_mode'][]): readonly Provider[] =>
    providers.filter(({ auth_mode: mode, authorization_url: url }) => url !== undefined && modes.includes(mode));

  it('send browsers of OAuth 2 to https, with everything that the callback needs and no secret', () => {
    const wrong = ofMode('OAUTH2', 'MCP_OAUTH2').flatMap((provider) => {
      const challenge = provider.disable_pkce ? undefined : 'the-challenge';
      const url = authorizationUrl(subjectOf(provider), { clientId: 'the-client', request, challenge });
      const hasAll = ['the-client', 'the-state', encodeURIComponent(request.redirectUri), challenge ?? ''].every(
        (value) => url.includes(value),
      );
      const isRight =
        url.startsWith('https://') && URL.canParse(url) && hasAll && !/THE-SECRET|\$\{|undefined/.test(url);
      return isRight ? [] : [`${provider.name}: ${url}`];
    });
    expect(wrong).toEqual([]);
  });

  it('send browsers of the other modes to https', () => {
    const wrong = ofMode('OAUTH1', 'APP', 'CUSTOM', 'INSTALL_PLUGIN').flatMap((provider) => {
      const subject = subjectOf(provider);
      const context = publicContext(subject, { appId: '1', appLink: 'https://github.com/apps/x' });
      const url = browserUrl(subject, context, request, { state: 'the-state' });
      return /^https:\/\/[^$]*the-state/.test(url) ? [] : [`${provider.name}: ${url}`];
    });
    expect(wrong).toEqual([]);
  });

  it('ask for tokens over https, with a body that is whole', async () => {
    const wrong: string[] = [];
    for (const provider of ofMode('OAUTH2', 'CUSTOM')) {
      if (provider.token_request_auth_method === 'private_key_jwt') continue;
      const { url, body = '' } = await writeTokenRequest(subjectOf(provider), {
        url: tokenUrlOf(provider, 'OAUTH2'),
        templates: { grant_type: 'authorization_code', ...provider.token_params },
        literals: { code: 'the-code' },
        client: { id: 'the-client', secret: 'THE-SECRET' },
      });
      const isRight = url.startsWith('https://') && body.includes('the-code') && !body.includes('${');
      if (!isRight) wrong.push(`${provider.name}: ${url} ${body}`);
    }
    expect(wrong).toEqual([]);
  });
});
