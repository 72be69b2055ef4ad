import { describe, expect, it } from '@jest/globals';
import { runProxyCall } from './run-proxy-call.js';

const context = { environmentId: 1, providerConfigKey: 'github', connectionId: 'c', requestId: 'r' };

describe('what a function asks for', () => {
  it('joins endpoint and parameters', () => {
    const call = runProxyCall({ method: 'get', endpoint: 'items?a=1', params: { q: 'x y', n: 2 } }, context);
    expect(call).toMatchObject({
      method: 'GET',
      endpoint: '/items?a=1&q=x%20y&n=2',
      providerConfigKey: 'github',
      retries: 0,
    });
    expect(runProxyCall({ method: 'GET', endpoint: '/x', params: '?raw=1' }, context).endpoint).toBe('/x?raw=1');
  });

  it('encodes only what an address cannot hold', () => {
    expect(runProxyCall({ method: 'GET', endpoint: "/a b/ü/%2F/'x'#top" }, context).endpoint).toBe(
      "/a%20b/%C3%BC/%2F/'x'",
    );
  });

  it.each([
    [{ a: 1 }, undefined, '{"a":1}', ['Content-Type', 'application/json']],
    ['text', undefined, 'text', []],
    ['AAEC', 'base64' as const, '\u0000\u0001\u0002', []],
  ])('sends %j as bytes', (data, dataEncoding, expected, headers) => {
    const call = runProxyCall({ method: 'POST', endpoint: '/x', data, ...(dataEncoding && { dataEncoding }) }, context);
    expect(call.body?.content.toString()).toBe(expected);
    expect(call.headers.explicit).toEqual(headers);
  });

  it('says when and how to try again', () => {
    const manner = { retries: 2, retryOn: [409], retryHeader: { at: 'x-reset' } };
    expect(runProxyCall({ method: 'GET', endpoint: '/x', ...manner }, context)).toMatchObject(manner);
  });

  it('may name another connection', () => {
    const call = runProxyCall(
      { method: 'GET', endpoint: '/x', providerConfigKey: 'other', connectionId: 'd' },
      context,
    );
    expect(call).toMatchObject({ providerConfigKey: 'other', connectionId: 'd' });
  });
});
