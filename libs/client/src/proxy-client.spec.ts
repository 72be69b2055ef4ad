import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proxyHeadersSchema } from '@svc/contracts';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Svc } from './svc.js';

describe('proxied calls', () => {
  let server: Server;
  let svc: Svc;
  let sent: IncomingHttpHeaders;

  beforeAll(async () => {
    server = createServer((request, response) => {
      sent = request.headers;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    svc = new Svc({ apiKey: 'key', host: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('tell the gateway every option in the headers that it reads', async () => {
    await svc.get({
      providerConfigKey: 'github',
      connectionId: 'c1',
      endpoint: '/issues',
      headers: { Accept: 'text/plain' },
      retries: 2,
      retryOn: [404, 409],
      retryHeader: { at: 'X-Reset-At', after: 'X-Reset' },
      baseUrlOverride: 'https://x.test',
      decompress: true,
      forwardHeadersOnRedirect: false,
    });
    expect(proxyHeadersSchema.parse(sent)).toEqual({
      'provider-config-key': 'github',
      'connection-id': 'c1',
      retries: 2,
      'retry-on': [404, 409],
      'retry-header-at': 'X-Reset-At',
      'retry-header-after': 'X-Reset',
      'base-url-override': 'https://x.test',
      decompress: true,
      'forward-headers-on-redirect': false,
    });
    expect(sent).toMatchObject({ 'svc-proxy-accept': 'text/plain' });
  });
});
