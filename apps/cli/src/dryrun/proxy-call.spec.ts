import { describe, expect, it } from '@jest/globals';
import { proxyHeadersSchema, type RunProxyRequest } from '@svc/contracts';
import { toProxyCall } from './proxy-call.js';

const caller = {
  host: 'http://gateway:3003',
  headers: { authorization: 'Bearer key' },
  providerConfigKey: 'github',
  connectionId: 'customer',
};
const call = (request: Partial<RunProxyRequest>) =>
  toProxyCall(JSON.stringify({ method: 'GET', endpoint: '/issues', ...request }), caller);

describe('toProxyCall', () => {
  it('names the connection and authenticates', () => {
    expect(call({})).toMatchObject({
      method: 'GET',
      url: new URL('http://gateway:3003/proxy/issues'),
      headers: { authorization: 'Bearer key', 'provider-config-key': 'github', 'connection-id': 'customer' },
      body: undefined,
    });
    expect(call({ providerConfigKey: 'other', connectionId: 'else' }).headers).toMatchObject({
      'provider-config-key': 'other',
      'connection-id': 'else',
    });
  });

  it('goes on at an absolute link, with its own query', () => {
    const { url, headers } = call({ endpoint: 'https://api.github.com/issues?page=2#top' });
    expect(url.href).toBe('http://gateway:3003/proxy/issues?page=2');
    expect(headers['base-url-override']).toBe('https://api.github.com');
  });

  it.each([
    [{ params: { q: 'a b', n: 1 } }, '/proxy/issues?q=a+b&n=1'],
    [{ params: '?q=1' }, '/proxy/issues?q=1'],
    [{ endpoint: '/issues?a=1', params: { b: 2 } }, '/proxy/issues?a=1&b=2'],
    [{ endpoint: 'issues' }, '/proxy/issues'],
  ])('sends the query of %j', (request, path) => {
    expect(call(request).url.href).toBe(`http://gateway:3003${path}`);
  });

  it('sends options as headers and headers with the prefix', () => {
    const { headers } = call({
      headers: { Accept: 'text/plain' },
      retries: 2,
      retryOn: [404, 409],
      retryHeader: { at: 'X-Reset-At', after: 'X-Reset' },
      decompress: true,
      baseUrlOverride: 'https://x.test',
      forwardHeadersOnRedirect: false,
    });
    expect(proxyHeadersSchema.parse(headers)).toMatchObject({
      retries: 2,
      'retry-on': [404, 409],
      'retry-header-at': 'X-Reset-At',
      'retry-header-after': 'X-Reset',
      decompress: true,
      'base-url-override': 'https://x.test',
      'forward-headers-on-redirect': false,
    });
    expect(headers).toMatchObject({ 'svc-proxy-Accept': 'text/plain' });
  });

  it('sends text as it is, bytes as bytes and the rest as JSON', () => {
    expect(call({ method: 'POST', data: { a: 1 } })).toMatchObject({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(call({ method: 'POST', data: 'a=1' }).body).toBe('a=1');
    const bytes = call({ method: 'POST', data: Buffer.from([0, 255]).toString('base64'), dataEncoding: 'base64' });
    expect(bytes.body).toEqual(Buffer.from([0, 255]));
  });
});
