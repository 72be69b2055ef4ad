import { afterEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { OutboundClient, readBody } from '@svc/http';
import { LocalServer } from '@svc/testing';
import type { IncomingMessage, RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { forwardedHeaders } from './forwarded-headers.js';
import type { ProxyCall } from './proxy-call.js';
import type { ProxyTarget } from './proxy-target.js';
import { ProxyService } from './proxy.service.js';

const closers: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))));

async function listen(handler: RequestListener): Promise<string> {
  const server = await LocalServer.start(handler);
  closers.push(() => server.close());
  return server.url;
}

type Target = {
  provider?: Partial<Provider>;
  integration?: Partial<ProxyTarget['integration']>;
  connection?: Partial<ProxyTarget['connection']>;
};

const targetOf = (baseUrl: string, { provider, integration, connection }: Target = {}): ProxyTarget => ({
  provider: {
    name: 'p',
    display_name: 'P',
    docs: '',
    auth_mode: 'API_KEY',
    logo_url: '',
    proxy: { base_url: '${connectionConfig.baseUrl}' },
    ...provider,
  },
  integration: { id: 1, uniqueKey: 'i', credentials: {}, config: {}, ...integration },
  connection: {
    id: 1,
    connectionId: 'c',
    connectionConfig: { baseUrl },
    credentials: { type: 'OAUTH2', access_token: 'old' },
    credentialsVersion: 1,
    ...connection,
  },
});

interface Logged {
  readonly kind: 'start' | 'line' | 'end';
  readonly entry: unknown;
}

function proxy(targets: ProxyTarget | ProxyTarget[], options: { allowPrivateNetwork?: boolean } = {}) {
  const client = new OutboundClient({ allowPrivateNetwork: true, ...options });
  closers.push(() => client.close());
  const queue = [targets].flat();
  const logged: Logged[] = [];
  const log = {
    start: (entry: unknown) => (logged.push({ kind: 'start', entry }), { id: 'op' }),
    log: (_: string, entry: unknown) => void logged.push({ kind: 'line', entry }),
    finish: (_: string, entry: unknown) => void logged.push({ kind: 'end', entry }),
  };
  const resolver = {
    resolve: async () => {
      const [target] = queue.length > 1 ? queue.splice(0, 1) : queue;
      if (!target) throw new Error('no target');
      return target;
    },
  };
  return { service: new ProxyService(resolver, client, log, { firstWaitMs: 5, maxWaitMs: 500 }), logged };
}

const call = (over: Partial<ProxyCall> = {}): ProxyCall => ({
  environmentId: 1,
  providerConfigKey: 'i',
  connectionId: 'c',
  requestId: 'req-1',
  method: 'GET',
  endpoint: '/x',
  headers: forwardedHeaders([]),
  retries: 0,
  ...over,
});

const text = async (body: Readable) => (await readBody(body, 1e9))?.toString();
const echo = (request: IncomingMessage) => ({ method: request.method, url: request.url, headers: request.headers });
const body = (content: string) => ({ content: Readable.from([Buffer.from(content)]), length: content.length });

describe('what the external API gets', () => {
  it('gets credentials, provider headers and query, and the request id', async () => {
    const url = await listen((request, response) => response.end(JSON.stringify(echo(request))));
    const target = targetOf(url, {
      provider: {
        proxy: {
          base_url: '${connectionConfig.baseUrl}/v1/',
          headers: { 'x-version': '2', 'x-tenant': '${connectionConfig.none}' },
          query: { key: '${credentials.access_token}' },
        },
      },
    });
    const answer = await proxy(target).service.forward(call({ endpoint: '/x?a=%20' }));
    const seen = JSON.parse((await text(answer.body)) ?? '');
    expect(seen.url).toBe('/v1/x?a=%20&key=old');
    expect(seen.headers).toMatchObject({ authorization: 'Bearer old', 'x-version': '2', 'x-request-id': 'req-1' });
    expect(seen.headers).not.toHaveProperty('x-tenant');
  });

  it('streams a body without a copy and keeps its length', async () => {
    const url = await listen(async (request, response) => {
      const length = request.headers['content-length'];
      response.end(`${length} ${await text(request)}`);
    });
    const answer = await proxy(targetOf(url)).service.forward(call({ method: 'POST', body: body('hello') }));
    expect(await text(answer.body)).toBe('5 hello');
  });

  it("merges the provider's body into a JSON one, where the caller wins", async () => {
    const url = await listen(async (request, response) => response.end(await text(request)));
    const provider = { proxy: { base_url: url, body: { app: { id: '${connectionConfig.appId}', mode: 'a' } } } };
    const target = targetOf(url, { provider, connection: { connectionConfig: { appId: '7' } } });
    const headers = forwardedHeaders(['Content-Type', 'application/json']);
    const answer = await proxy(target).service.forward(
      call({ method: 'POST', headers, body: body('{"app":{"mode":"b"},"x":1}') }),
    );
    expect(JSON.parse((await text(answer.body)) ?? '')).toEqual({ app: { id: '7', mode: 'b' }, x: 1 });
  });

  it('refuses to sign a body that is too large', async () => {
    const url = await listen((_, response) => response.end());
    const credentials = { type: 'AWS_SIGV4', access_key_id: 'a', secret_access_key: 's', region: 'r', service: 's' };
    const large = { content: Readable.from([Buffer.alloc(9 * 1024 * 1024)]), length: undefined };
    const sent = proxy(targetOf(url, { connection: { credentials } })).service.forward(
      call({ method: 'PUT', body: large }),
    );
    await expect(sent).rejects.toMatchObject({ code: 'body_too_large_to_sign', status: 413 });
  });
});

describe('Base-Url-Override', () => {
  it('takes the place of the base address; empty text means none', async () => {
    const base = await listen((_, response) => response.end('base'));
    const other = await listen((_, response) => response.end('other'));
    const { service } = proxy(targetOf(base));
    expect(await text((await service.forward(call({ baseUrlOverride: '' }))).body)).toBe('base');
    expect(await text((await service.forward(call({ baseUrlOverride: other }))).body)).toBe('other');
  });

  it('is limited to the hosts of the integration', async () => {
    const allowing = (hosts: string) =>
      proxy(targetOf('https://api.example', { integration: { config: { allowed_base_url_hosts: hosts } } })).service;
    const override = call({ baseUrlOverride: 'https://evil.example' });
    await expect(allowing('api.example, *.good.example').forward(override)).rejects.toMatchObject({
      code: 'base_url_override_not_allowed',
      status: 400,
    });
    await expect(allowing('none').forward(override)).rejects.toMatchObject({
      code: 'base_url_override_disabled',
      status: 400,
    });
  });

  it('may not lead into the private network', async () => {
    const { service } = proxy(targetOf('https://api.example'), { allowPrivateNetwork: false });
    await expect(service.forward(call({ baseUrlOverride: 'http://169.254.169.254' }))).rejects.toMatchObject({
      code: 'base_url_override_not_allowed',
    });
    const inside = proxy(targetOf('http://127.0.0.1:9'), { allowPrivateNetwork: false }).service;
    await expect(inside.forward(call())).rejects.toMatchObject({ code: 'address_not_allowed', status: 400 });
  });

  it('is needed where the provider has no base address', async () => {
    const target = targetOf('', { provider: { proxy: undefined } });
    await expect(proxy(target).service.forward(call())).rejects.toMatchObject({ code: 'missing_api_url', status: 400 });
  });
});

describe('retries', () => {
  it('sign each attempt anew: servers take a nonce once', async () => {
    const nonces: (string | undefined)[] = [];
    const url = await listen(({ headers: { authorization = '' } }, response) => {
      nonces.push(/oauth_nonce="([^"]+)"/.exec(authorization)?.[1]);
      response.writeHead(nonces.length === 1 ? 503 : 200).end();
    });
    const target = targetOf(url, {
      integration: { credentials: { client_id: 'ck', client_secret: 'cs' } },
      connection: { credentials: { type: 'OAUTH1', oauth_token: 't', oauth_token_secret: 's' } },
    });
    expect((await proxy(target).service.forward(call({ retries: 1 }))).status).toBe(200);
    expect(new Set(nonces).size).toBe(2);
  });

  it('picks up refreshed credentials after a 401', async () => {
    const seen: (string | undefined)[] = [];
    const url = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(request.headers.authorization === 'Bearer new' ? 200 : 401).end();
    });
    const fresh = targetOf(url, {
      connection: { credentials: { type: 'OAUTH2', access_token: 'new' }, credentialsVersion: 2 },
    });
    const answer = await proxy([targetOf(url), fresh]).service.forward(call({ retries: 3 }));
    expect([answer.status, seen]).toEqual([200, ['Bearer old', 'Bearer new']]);
  });

  it('stops at a 401 when the credentials are the same on the next fetch', async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead(401).end(String((calls += 1))));
    const answer = await proxy(targetOf(url)).service.forward(call({ retries: 3 }));
    expect([answer.status, await text(answer.body)]).toEqual([401, '1']);
  });

  it("sends the body again and follows the provider's rules", async () => {
    const bodies: (string | undefined)[] = [];
    const url = await listen(async (request, response) => {
      bodies.push(await text(request));
      response.writeHead(bodies.length < 3 ? 418 : 200, { 'x-wait': '0.01' }).end();
    });
    const provider = { proxy: { base_url: url, retry: { error_code: ['418'], after: ['x-wait'] } } };
    const answer = await proxy(targetOf(url, { provider })).service.forward(
      call({ method: 'POST', body: body('data'), retries: 5 }),
    );
    expect([answer.status, bodies]).toEqual([200, ['data', 'data', 'data']]);
  });

  it("waits as the caller's header says: not at all for longer than the cap", async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead(503, { 'x-reset': '3600' }).end(String((calls += 1))));
    const answer = await proxy(targetOf(url)).service.forward(call({ retries: 3, retryHeader: { after: 'X-Reset' } }));
    expect([answer.status, await text(answer.body)]).toEqual([503, '1']);
  });
});

describe('what the caller gets', () => {
  it('gets status, repeated headers and packed bytes as they are, without hop-by-hop headers', async () => {
    const packed = gzipSync('hello');
    const url = await listen((_, response) =>
      response
        .writeHead(418, 'Tea', [
          'Set-Cookie',
          'a',
          'Set-Cookie',
          'b',
          'Content-Encoding',
          'gzip',
          'Connection',
          'X-Hop',
          'X-Hop',
          '1',
          'Access-Control-Allow-Origin',
          'x',
        ])
        .end(packed),
    );
    const answer = await proxy(targetOf(url)).service.forward(call());
    expect([answer.status, answer.statusText]).toEqual([418, 'Tea']);
    expect(answer.headers.slice(0, 8)).toEqual([
      'Set-Cookie',
      'a',
      'Set-Cookie',
      'b',
      'Content-Encoding',
      'gzip',
      'Access-Control-Allow-Origin',
      'x',
    ]);
    expect(answer.headers).not.toContain('Transfer-Encoding');
    expect(await readBody(answer.body, 1e6)).toEqual(packed);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('gets %s unpacked on request', async (encoding, pack) => {
    const packed = pack(Buffer.from('hello'));
    const url = await listen((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': packed.length }).end(packed),
    );
    const answer = await proxy(targetOf(url)).service.forward(call({ decompress: true }));
    expect(answer.headers.join().toLowerCase()).not.toMatch(/content-(encoding|length)/);
    expect(await text(answer.body)).toBe('hello');
  });

  it('gets the code of the network when there was no answer', async () => {
    const sent = proxy(targetOf('http://127.0.0.1:9')).service.forward(call());
    await expect(sent).rejects.toMatchObject({
      code: 'upstream_unreachable',
      status: 502,
      details: { payload: { code: 'ECONNREFUSED' } },
    });
  });
});

describe('redirects', () => {
  it('keeps injected credentials of any name from another origin', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const other = await listen((request, response) => {
      seen.push(request.headers);
      response.end('there');
    });
    const url = await listen((_, response) => response.writeHead(302, { location: other }).end());
    const provider = { proxy: { base_url: url, headers: { 'x-api-key': '${credentials.access_token}' } } };
    const { service } = proxy(targetOf(url, { provider }));
    expect(await text((await service.forward(call())).body)).toBe('there');
    await service.forward(call({ forwardHeadersOnRedirect: true }));
    expect(seen.map((headers) => [headers.authorization, headers['x-api-key']])).toEqual([
      [undefined, undefined],
      ['Bearer old', 'old'],
    ]);
  });
});

describe('log', () => {
  it('never has a secret that stands in the address', async () => {
    const url = await listen((_, response) => response.end());
    const apiKey = '123456789:AAExample';
    const { service, logged } = proxy(
      targetOf(url, {
        provider: {
          credentials: { apiKey: { type: 'string', title: 'Bot token', secret: true } },
          proxy: { base_url: '${connectionConfig.baseUrl}/bot${apiKey}' },
        },
        connection: { credentials: { type: 'API_KEY', apiKey } },
      }),
    );
    await service.forward(call({ endpoint: '/getMe' }));
    await service.forward(call({ endpoint: `/of/${apiKey}` }));
    expect(JSON.stringify(logged)).toContain('/bot***/getMe');
    expect(JSON.stringify(logged)).not.toContain('AAExample');
  });

  it('describes attempts and the outcome without secrets', async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead((calls += 1) < 2 ? 500 : 200).end());
    const provider = { proxy: { base_url: url, query: { key: '${credentials.access_token}' } } };
    const { service, logged } = proxy(targetOf(url, { provider }));
    await service.forward(call({ retries: 1, endpoint: '/x?password=hunter2' }));
    expect(logged.map(({ kind }) => kind)).toEqual(['start', 'line', 'line', 'end']);
    expect(logged[0]?.entry).toMatchObject({
      type: 'proxy',
      action: 'GET',
      providerConfigKey: 'i',
      connectionKey: 'c',
    });
    expect(logged[3]?.entry).toEqual({ status: 'success' });
    expect(JSON.stringify(logged)).not.toMatch(/old|hunter2/);
  });

  it('adds lines to the run that made the call', async () => {
    const url = await listen((_, response) => response.writeHead(404).end());
    const { service, logged } = proxy(targetOf(url));
    await service.forward(call({ operation: { id: 'run' } }));
    expect(logged.map(({ kind }) => kind)).toEqual(['line']);
  });
});
