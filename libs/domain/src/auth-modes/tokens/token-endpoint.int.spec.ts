import { afterEach, describe, expect, it } from '@jest/globals';
import { OutboundClient } from '@svc/http';
import { LocalServer } from '@svc/testing';
import type { RequestListener } from 'node:http';
import { DEFAULT_RENEWAL_TIMING } from './renewal-timing.js';
import { TokenEndpoint } from './token-endpoint.service.js';

describe('TokenEndpoint', () => {
  const servers: LocalServer[] = [];
  const client = new OutboundClient({ allowPrivateNetwork: true });
  let requests = 0;

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    requests = 0;
  });

  const listen = async (reply: RequestListener, port = 0): Promise<number> => {
    const server = await LocalServer.start((request, response) => {
      requests += 1;
      reply(request, response);
    }, port);
    servers.push(server);
    return server.port;
  };
  const grant: RequestListener = (_, response) =>
    void response.setHeader('content-type', 'application/json').end('{"access_token":"x"}');
  const ask = (port: number, { requestMs = 5_000, unsentRetryMs = [10, 10] } = {}) => {
    const endpoint = new TokenEndpoint(client, { ...DEFAULT_RENEWAL_TIMING, requestMs, unsentRetryMs });
    const request = { method: 'POST', url: `http://127.0.0.1:${port}/token`, headers: {}, body: '' };
    return endpoint.ask({ request, owner: 'user', tokenPath: undefined, signal: AbortSignal.timeout(requestMs) });
  };

  it('gives up on a server that never answers, without asking twice', async () => {
    const port = await listen(() => undefined);
    await expect(ask(port, { requestMs: 1_500 })).rejects.toMatchObject({ kind: 'provider_down' });
    expect(requests).toBe(1);
  });

  it('gives up on an answer that never ends', async () => {
    const port = await listen((_, response) => void response.write('{"access_token":'));
    await expect(ask(port, { requestMs: 1_500 })).rejects.toMatchObject({ kind: 'provider_down' });
    expect(requests).toBe(1);
  });

  it('gives up on an answer of more than a megabyte', async () => {
    const port = await listen((_, response) => void response.end(`{"access_token":"${'x'.repeat(2_000_000)}"}`));
    await expect(ask(port)).rejects.toMatchObject({ kind: 'provider_down' });
  });

  it('asks again while nothing could be sent', async () => {
    const port = await listen(grant);
    await servers.pop()?.close();
    const asked = ask(port, { unsentRetryMs: [0, 0, ...Array.from({ length: 100 }, () => 10)] });
    await listen(grant, port);
    await expect(asked).resolves.toMatchObject({ token: 'x' });
    expect(requests).toBe(1);
  });

  it('says so when it never could', async () => {
    const port = await listen(grant);
    await servers.pop()?.close();
    await expect(ask(port)).rejects.toMatchObject({
      kind: 'provider_down',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('goes nowhere but to public addresses unless the operator allows it', async () => {
    const port = await listen(grant);
    const endpoint = new TokenEndpoint(new OutboundClient({ allowPrivateNetwork: false }), DEFAULT_RENEWAL_TIMING);
    const request = { method: 'POST', url: `http://127.0.0.1:${port}/token`, headers: {}, body: '' };
    const question = { request, owner: 'user' as const, tokenPath: undefined, signal: AbortSignal.timeout(5_000) };
    await expect(endpoint.ask(question)).rejects.toMatchObject({ kind: 'misconfigured' });
    expect(requests).toBe(0);
  });
});
