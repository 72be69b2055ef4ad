import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { createHmac } from 'node:crypto';
import type { ProxyTarget, TypedCredentials } from '../proxy-target.js';
import { authStrategyOf } from './auth-strategies.js';
import type { UnsignedRequest } from './auth-strategy.js';

const provider: Provider = { name: 'p', display_name: 'P', docs: '', auth_mode: 'NONE', logo_url: '' };

const target = (credentials: TypedCredentials, more: Partial<Provider> = {}, connectionConfig = {}): ProxyTarget => ({
  provider: { ...provider, ...more },
  integration: { id: 1, uniqueKey: 'i', credentials: { client_id: 'ck', client_secret: 'cs' }, config: {} },
  connection: { id: 1, connectionId: 'c', connectionConfig, credentials, credentialsVersion: 1 },
});

const request = (over: Partial<UnsignedRequest> = {}): UnsignedRequest => ({
  method: 'GET',
  url: 'https://api.example/v1/items?b=2&a=1',
  headers: {},
  body: undefined,
  ...over,
});

const headersOf = (credentials: TypedCredentials, more?: Partial<Provider>) =>
  authStrategyOf(credentials.type).headers(request(), target(credentials, more));

describe('credentials in requests', () => {
  it.each([
    [{ type: 'BASIC', username: 'ü', password: 'p:w' }, `Basic ${Buffer.from('ü:p:w').toString('base64')}`],
    [{ type: 'BASIC', username: 'key', password: '' }, `Basic ${Buffer.from('key:').toString('base64')}`],
    [{ type: 'OAUTH2', access_token: 't' }, 'Bearer t'],
    [{ type: 'APP', access_token: 't' }, 'Bearer t'],
    [{ type: 'OAUTH2_CC', token: 't' }, 'Bearer t'],
    [{ type: 'JWT', token: 't' }, 'Bearer t'],
    [{ type: 'SIGNATURE', token: 't' }, 'Bearer t'],
    [{ type: 'TWO_STEP', token: 't' }, 'Bearer t'],
  ])('%j', (credentials, authorization) => {
    expect(headersOf(credentials)).toEqual({ authorization });
  });

  it.each(['API_KEY', 'CUSTOM', 'BILL', 'NONE'])('%s leaves it to templates', (type) => {
    expect(headersOf({ type, apiKey: 'k', access_token: 't' })).toEqual({});
  });

  it.each(['TWO_STEP', 'SIGNATURE'])('%s leaves it to templates that carry the token or a cookie', (type) => {
    const base_url = 'https://x.example';
    const withHeaders = (headers: Record<string, string>) =>
      headersOf({ type, token: 't' }, { proxy: { base_url, headers } });
    expect(withHeaders({ 'x-token': '${accessToken}' })).toEqual({});
    expect(withHeaders({ cookie: 's=${x}' })).toEqual({});
    expect(withHeaders({ accept: 'text/plain' })).toEqual({ authorization: 'Bearer t' });
  });

  it('names the type that cannot be used, and the field that is missing', () => {
    expect(() => headersOf({ type: 'MAGIC' })).toThrow(expect.objectContaining({ code: 'unsupported_auth' }));
    expect(() => headersOf({ type: 'OAUTH2' })).toThrow(/access_token/);
  });

  it('sends nothing while a connection waits for its token', () => {
    expect(() => headersOf({ type: 'OAUTH2', access_token: '' })).toThrow(/has no token yet/);
  });
});

/** Signature base string of RFC 5849, section 3.4.1, written down by hand for the request above. */
function expectedSignature(algorithm: 'sha1' | 'sha256', header: string, tokenSecret: string): string {
  const get = (name: string) => decodeURIComponent(new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '');
  const parameters = [
    'a=1',
    'b=2',
    'oauth_consumer_key=ck',
    `oauth_nonce=${get('oauth_nonce')}`,
    `oauth_signature_method=HMAC-${algorithm.toUpperCase()}`,
    `oauth_timestamp=${get('oauth_timestamp')}`,
    'oauth_token=tk',
    'oauth_version=1.0',
  ].join('&');
  const base = ['GET', encodeURIComponent('https://api.example/v1/items'), encodeURIComponent(parameters)].join('&');
  return createHmac(algorithm, `cs&${tokenSecret}`).update(base).digest('base64');
}

describe('OAuth 1.0a', () => {
  it('signs with HMAC-SHA1 over method, address and parameters', () => {
    const { authorization = '' } = headersOf({ type: 'OAUTH1', oauth_token: 'tk', oauth_token_secret: 'ts' });
    const signature = decodeURIComponent(/oauth_signature="([^"]*)"/.exec(authorization)?.[1] ?? '');
    expect(authorization.startsWith('OAuth oauth_consumer_key="ck"')).toBe(true);
    expect(signature).toBe(expectedSignature('sha1', authorization, 'ts'));
  });

  it('TBA signs with HMAC-SHA256 and names the account as realm', () => {
    const credentials = { type: 'TBA', token_id: 'tk', token_secret: 'ts' };
    const { authorization = '' } = authStrategyOf('TBA').headers(
      request(),
      target(credentials, {}, { accountId: 'abc-sb1' }),
    );
    const signature = decodeURIComponent(/oauth_signature="([^"]*)"/.exec(authorization)?.[1] ?? '');
    expect(authorization).toContain('realm="ABC_SB1"');
    expect(signature).toBe(expectedSignature('sha256', authorization, 'ts'));
  });

  it("prefers the connection's own app", () => {
    const credentials = {
      type: 'OAUTH1',
      oauth_token: 'tk',
      oauth_token_secret: 'ts',
      config_override: { client_id: 'own', client_secret: 'x' },
    };
    expect(headersOf(credentials)['authorization']).toContain('oauth_consumer_key="own"');
  });
});

describe('AWS_SIGV4', () => {
  it('signs the body, the date and the session token', () => {
    const credentials = {
      type: 'AWS_SIGV4',
      access_key_id: 'AKID',
      secret_access_key: 's',
      session_token: 'st',
      region: 'eu-west-1',
      service: 'sqs',
    };
    const signed = authStrategyOf('AWS_SIGV4').headers(
      request({ method: 'POST', body: Buffer.from('x') }),
      target(credentials),
    );
    expect(signed['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/sqs\/aws4_request/);
    expect(signed).toMatchObject({
      'x-amz-security-token': 'st',
      'x-amz-date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
    });
    expect(authStrategyOf('AWS_SIGV4').signsBody('')).toBe(true);
  });
});
