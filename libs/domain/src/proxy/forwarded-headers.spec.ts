import { describe, expect, it } from '@jest/globals';
import { explicitHeaders, forwardedHeaders, mergeHeaders } from './forwarded-headers.js';

describe('headers passed on', () => {
  it('leaves out what is meant for the gateway and its connection, and keeps the rest as it is', () => {
    const { passedOn } = forwardedHeaders([
      'Authorization',
      'Bearer svc_sk_x',
      'Provider-Config-Key',
      'github',
      'Connection-Id',
      'c',
      'Retries',
      '1',
      'Retry-On',
      '404',
      'Base-Url-Override',
      '',
      'Decompress',
      'true',
      'Forward-Headers-On-Redirect',
      'true',
      'Nango-Activity-Log-Id',
      '',
      'Nango-Is-Sync',
      'true',
      'Host',
      'gateway',
      'Content-Length',
      '3',
      'Cookie',
      'a=1',
      'Connection',
      'keep-alive, X-Hop',
      'X-Hop',
      '1',
      'Keep-Alive',
      'timeout=5',
      'Transfer-Encoding',
      'chunked',
      'TE',
      'trailers',
      'Upgrade',
      'h2c',
      'Expect',
      '100-continue',
      'Proxy-Authorization',
      'x',
      'Accept',
      '*/*',
      'X-Repeated',
      '1',
      'x-repeated',
      '2',
      'Content-Type',
      'text/odd',
    ]);
    expect(passedOn).toEqual(['Accept', '*/*', 'X-Repeated', '1', 'x-repeated', '2', 'Content-Type', 'text/odd']);
  });

  it('sends prefixed headers under their bare names in both spellings, the last one of a name', () => {
    const { explicit } = forwardedHeaders([
      'svc-proxy-X-One',
      '1',
      'SVC-Proxy-x-one',
      '2',
      'Nango-Proxy-Cookie',
      'a=1',
      'svc-proxy-',
      'x',
      'svc-proxy-content-length',
      '9',
      'svc-proxy-transfer-encoding',
      'chunked',
    ]);
    expect(explicit).toEqual(['x-one', '2', 'Cookie', 'a=1']);
  });
});

describe('merging', () => {
  const own = { authorization: 'Bearer token', 'user-agent': 'provider', 'x-version': '1' };

  it("lets the caller's headers win, except over the provider's user agent", () => {
    const call = forwardedHeaders(['X-Version', '2', 'User-Agent', 'curl', 'Accept', '*/*']);
    expect(mergeHeaders(own, call)).toEqual([
      'authorization',
      'Bearer token',
      'user-agent',
      'provider',
      'X-Version',
      '2',
      'Accept',
      '*/*',
    ]);
  });

  it('lets headers that were meant by name win over everything', () => {
    const call = forwardedHeaders([
      'Accept',
      'a',
      'svc-proxy-accept',
      'b',
      'svc-proxy-authorization',
      'Own',
      'svc-proxy-User-Agent',
      'mine',
    ]);
    expect(mergeHeaders(own, call)).toEqual([
      'x-version',
      '1',
      'accept',
      'b',
      'authorization',
      'Own',
      'User-Agent',
      'mine',
    ]);
  });

  it('treats all headers of a function as meant by name', () => {
    expect(
      mergeHeaders(own, explicitHeaders({ Authorization: 'Own', 'Content-Length': '3', connection: 'close' })),
    ).toEqual(['user-agent', 'provider', 'x-version', '1', 'Authorization', 'Own']);
  });
});
