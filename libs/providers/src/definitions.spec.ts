import { fileURLToPath } from 'node:url';
import { AUTH_MODES, providerSchema, type Provider, type ProviderProxy } from '@svc/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { compileCatalogue } from './catalogue/compiled-catalogue.js';
import { ProviderCatalogue } from './catalogue/provider-catalogue.js';
import { interpolateHeaders } from './interpolation/interpolate-map.js';
import { interpolateUrl } from './interpolation/interpolate-url.js';
import { InterpolationContext } from './interpolation/interpolation-context.js';

const logger = { info: () => undefined, error: () => undefined };

describe('the definitions that come with the gateway', () => {
  let providers: readonly Provider[];
  let catalogue: ProviderCatalogue;

  beforeAll(async () => {
    const compiled = await compileCatalogue(fileURLToPath(new URL('..', import.meta.url)));
    const builtin = { ...compiled, templates: {} };
    catalogue = await ProviderCatalogue.open({ publicUrl: 'http://gateway.test', logger, builtin });
    providers = catalogue.list();
  });

  it('are what the API promises', () => {
    for (const provider of providers) expect(providerSchema.parse(provider)).toEqual(provider);
  });

  it('say how sure their facts are', () => {
    for (const provider of providers)
      expect([provider.name, provider.confidence]).toEqual([provider.name, expect.any(String)]);
  });

  it('cover every auth mode', () => {
    const modes = new Set(providers.map((provider) => provider.auth_mode));
    expect(AUTH_MODES.filter((mode) => !modes.has(mode))).toEqual([]);
  });

  it('cover every feature of the proxy', () => {
    const proxies = providers.flatMap(({ proxy }) => proxy ?? []);
    const features: Record<string, (proxy: ProviderProxy) => unknown> = {
      cursor: ({ paginate }) => paginate?.type === 'cursor',
      linkInHeader: ({ paginate }) => paginate?.type === 'link' && paginate.link_rel_in_response_header,
      linkInBody: ({ paginate }) => paginate?.type === 'link' && paginate.link_path_in_response_body,
      offset: ({ paginate }) => paginate?.type === 'offset',
      at: ({ retry }) => retry?.at,
      after: ({ retry }) => retry?.after,
      remaining: ({ retry }) => retry?.remaining,
      errorCode: ({ retry }) => retry?.error_code,
      inBodyAfter: ({ retry }) => retry?.in_body?.strategy === 'after',
      inBodyAt: ({ retry }) => retry?.in_body?.strategy === 'at',
      query: ({ query }) => query,
      body: ({ body }) => body,
      decompress: ({ decompress }) => decompress,
      forwardsOnRedirect: (proxy) => proxy.forward_headers_on_redirect,
      keepsFromRedirect: (proxy) => proxy.forward_headers_on_redirect === false,
      verificationWithBody: ({ verification }) => verification?.data,
    };
    const unused = Object.keys(features).filter((name) => !proxies.some((proxy) => features[name]?.(proxy)));
    expect(unused).toEqual([]);
  });

  it.each([
    ['private-api-bearer', { authorization: 'Bearer k' }],
    ['private-api-key-header', { 'x-my-key': 'k' }],
    ['gitea-api-key', { authorization: 'token k', accept: 'application/json' }],
    ['integration-gateway', { authorization: 'Bearer k' }],
  ])('%s sends its key', (name, headers) => {
    const provider = catalogue.get(name);
    expect(provider?.auth_mode).toBe('API_KEY');
    const context = new InterpolationContext({
      credentials: { apiKey: 'k' },
      connectionConfig: { baseUrl: 'http://127.0.0.1:9/', headerName: 'X-My-Key' },
    });
    expect(interpolateHeaders(provider?.proxy?.headers, context)).toEqual(headers);
    expect(interpolateUrl(provider?.proxy?.base_url ?? '', context)).toMatch(/^http:\/\/127\.0\.0\.1:9/);
  });

  it.each([
    ['generic-oauth2', 'OAUTH2', 'https://a.test/token?x=1'],
    ['generic-oauth2-cc', 'OAUTH2_CC', 'https://b.test/token'],
  ])('%s goes where the one may choose whose secret is sent', (name, mode, expected) => {
    const provider = catalogue.get(name);
    expect(provider?.auth_mode).toBe(mode);
    const url = typeof provider?.token_url === 'string' ? provider.token_url : '';
    const integrationConfig = { tokenUrl: 'https://a.test/token?x=1' };
    expect(interpolateUrl(url, new InterpolationContext({ integrationConfig }))).toBe('https://a.test/token?x=1');
    const connectionConfig = { tokenUrl: 'https://b.test/token' };
    expect(interpolateUrl(url, new InterpolationContext({ integrationConfig, connectionConfig }))).toBe(expected);
  });

  it('resolves aliases of both kinds', () => {
    expect(catalogue.get('google-drive')).toMatchObject({
      name: 'google-drive',
      auth_mode: 'OAUTH2',
      token_url: 'https://oauth2.googleapis.com/token',
      logo_url: 'http://gateway.test/images/template-logos/google-drive.svg',
    });
    expect(catalogue.get('gmail')?.name).toBe('google-mail');
    expect(catalogue.list().filter(({ name }) => name === 'gmail')).toEqual([]);
  });
});
