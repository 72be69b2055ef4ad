import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { ProxyService, type EnvironmentCaller, type ProxyTarget } from '@svc/domain';
import { AppError } from '@svc/errors';
import { OutboundClient, readBody } from '@svc/http';
import { createHash, randomBytes } from 'node:crypto';
import {
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ErrorFilter } from '../edge/error.filter.js';
import { routedUrl } from './proxy-routing.js';
import { ProxyRoutes } from './proxy.routes.js';

const closers: (() => void)[] = [];
let app: NestFastifyApplication;
let gateway: { host: string; port: number };
let upstream: RequestListener;
let baseUrl = '';

const CALLER: EnvironmentCaller = {
  kind: 'environment',
  keyId: 1,
  accountId: 1,
  environmentId: 1,
  environmentName: 'dev',
  environmentUuid: 'u',
  scopes: ['environment:*'],
};

const target = (): ProxyTarget => ({
  provider: {
    name: 'p',
    display_name: 'P',
    docs: '',
    auth_mode: 'API_KEY',
    logo_url: '',
    proxy: { base_url: '${connectionConfig.baseUrl}', headers: { authorization: 'Bearer ${apiKey}' } },
  },
  integration: { id: 1, uniqueKey: 'i', credentials: {}, config: {} },
  connection: {
    id: 1,
    connectionId: 'c',
    connectionConfig: { baseUrl },
    credentials: { type: 'API_KEY', apiKey: 'upstream-key' },
    credentialsVersion: 1,
  },
});

/** Real route, real service and real sockets; only the stores behind them are given. */
beforeAll(async () => {
  const server = createServer((request, response) => upstream(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${portOf(server.address())}`;
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const resolve = async ({ connectionId }: { connectionId: string }) => {
    if (connectionId === 'missing') throw new AppError('unknown_connection', 'No such connection.');
    if (connectionId === 'dead') throw new AppError('invalid_credentials', 'The refresh failed.', { status: 424 });
    return target();
  };
  const log = { start: () => ({ id: 'op' }), log: () => undefined, finish: () => undefined };
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const module = await Test.createTestingModule({
    providers: [
      ProxyRoutes,
      {
        provide: ProxyService,
        useValue: new ProxyService({ resolve }, client, log, { firstWaitMs: 5, maxWaitMs: 500 }),
      },
      { provide: ErrorFilter, useValue: new ErrorFilter(quiet as never) },
    ],
  }).compile();
  app = module.createNestApplication<NestFastifyApplication>(
    new FastifyAdapter({
      rewriteUrl: ({ url }: { url?: string | undefined }) => routedUrl({ url }),
      routerOptions: { ignoreTrailingSlash: true },
    }),
    { logger: false },
  );
  // What the edge does before any route: admission and the gateway's own headers.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      reply.raw.setHeader('X-Request-Id', request.headers['x-request-id'] ?? 'made');
      reply.raw.setHeader('X-RateLimit-Limit', 7);
      if (request.headers.authorization !== 'Bearer key') throw new AppError('missing_auth_header', 'Send a key.');
      if (request.routeOptions.config.access?.kind === 'environment') request.caller = CALLER;
    });
  await app.listen(0, '127.0.0.1');
  gateway = { host: '127.0.0.1', port: portOf(app.getHttpServer().address()) };
  closers.push(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
});

afterAll(async () => {
  await app.close();
  closers.splice(0).forEach((close) => close());
});
afterEach(() => {
  upstream = (_, response) => response.end();
});

function portOf(address: unknown): number {
  return (address as { port: number }).port;
}

const AUTH = ['Host', 'gateway', 'Authorization', 'Bearer key', 'Provider-Config-Key', 'i', 'Connection-Id', 'c'];

function open(method: string, path: string, headers: string[] = [], auth = AUTH): ClientRequest {
  return httpRequest({ ...gateway, method, path, headers: [...auth, ...headers], agent: false });
}

async function send(method: string, path: string, headers: string[] = [], body?: Buffer, auth = AUTH) {
  const outgoing = open(method, path, body ? [...headers, 'Content-Length', String(body.length)] : headers, auth);
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { response, body: (await readBody(response, 1e9)) ?? Buffer.alloc(0) };
}

const valuesOf = (message: IncomingMessage, name: string) =>
  message.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name);

describe('requests pass unchanged', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'REPORT', 'SEARCH', 'MKCOL', 'QUERY', 'M-SEARCH'])(
    '%s, with a body',
    async (method) => {
      const sent = randomBytes(70_000);
      let seen: { method?: string; url?: string; body?: Buffer; odd?: string[]; type?: string } = {};
      upstream = async (request, response) => {
        seen = {
          method: request.method ?? '',
          url: request.url ?? '',
          body: (await readBody(request, 1e9)) ?? Buffer.alloc(0),
          odd: valuesOf(request, 'x-odd'),
          type: request.headers['content-type'] ?? '',
        };
        response.writeHead(207).end(sent);
      };
      const path = "/proxy/a/../b//%2e/%c3%zz?q='x'&r=%20&r=[]|";
      const { response, body } = await send(
        method,
        path,
        ['X-Odd', '1', 'x-odd', '2', 'Content-Type', 'application/x-odd; a=b'],
        sent,
      );
      expect(response.statusCode).toBe(207);
      expect(body.equals(sent)).toBe(true);
      expect(seen.method).toBe(method);
      expect(seen.url).toBe("/a/../b//%2e/%c3%zz?q='x'&r=%20&r=[]|");
      expect(seen.body?.equals(sent)).toBe(true);
      expect(seen.odd).toEqual(['1', '2']);
      expect(seen.type).toBe('application/x-odd; a=b');
    },
  );

  it.each([
    ['application/json', '{"broken":'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\nraw\r\n--x--'],
    ['text/xml', '<a/>'],
  ])('%s is not parsed', async (type, content) => {
    upstream = async (request, response) => response.end(await readBody(request, 1e9));
    const { body } = await send('POST', '/proxy/x', ['Content-Type', type], Buffer.from(content));
    expect(body.toString()).toBe(content);
  });

  it('paths of any length, a trailing slash, and no path at all', async () => {
    upstream = (request, response) => response.end(request.url);
    const long = `/${'a'.repeat(8_000)}/`;
    expect((await send('GET', `/proxy${long}`)).body.toString()).toBe(long);
    expect((await send('GET', '/proxy?x=1')).body.toString()).toBe('/?x=1');
    expect((await send('GET', '/proxy/')).body.toString()).toBe('/');
  });

  it("the injected key reaches the provider, the caller's does not", async () => {
    upstream = (request, response) => response.end(JSON.stringify(request.headers));
    const { body } = await send('GET', '/proxy/x', ['Cookie', 'a=1', 'svc-proxy-X-Own', '1', 'X-Request-Id', 'mine']);
    expect(JSON.parse(body.toString())).toMatchObject({
      authorization: 'Bearer upstream-key',
      'x-own': '1',
      'x-request-id': 'mine',
    });
    expect(body.toString()).not.toMatch(/Bearer key|a=1|provider-config-key/);
  });

  it('a chunked body and one announced by Expect', async () => {
    upstream = async (request, response) =>
      response.end(
        `${request.headers['transfer-encoding']} ${request.headers.expect} ${(await readBody(request, 1e9))?.toString()}`,
      );
    const chunked = open('POST', '/proxy/x', ['Transfer-Encoding', 'chunked']);
    chunked.write('a');
    chunked.end('b');
    const [first] = (await once(chunked, 'response')) as [IncomingMessage];
    expect((await readBody(first, 1e6))?.toString()).toBe('chunked undefined ab');
    const announced = open('POST', '/proxy/x', ['Content-Length', '2', 'Expect', '100-continue']);
    announced.flushHeaders();
    await once(announced, 'continue');
    announced.end('cd');
    const [second] = (await once(announced, 'response')) as [IncomingMessage];
    expect((await readBody(second, 1e6))?.toString()).toBe('undefined undefined cd');
  });
});

describe('answers pass unchanged', () => {
  it('status, text, repeated headers, length, date and packed bytes', async () => {
    const packed = gzipSync('hello');
    upstream = (_, response) => {
      response.sendDate = false;
      response
        .writeHead(418, 'I am Tea', [
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'Content-Encoding',
          'gzip',
          'Content-Length',
          String(packed.length),
          'X-Request-Id',
          'theirs',
          'Access-Control-Allow-Origin',
          'x',
        ])
        .end(packed);
    };
    const { response, body } = await send('GET', '/proxy/x');
    expect([response.statusCode, response.statusMessage]).toEqual([418, 'I am Tea']);
    expect(valuesOf(response, 'set-cookie')).toEqual(['a=1', 'b=2']);
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
      'x-request-id': 'theirs',
      'access-control-allow-origin': 'x',
    });
    expect(response.headers.date).toBeUndefined();
    expect(body).toEqual(packed);
  });

  it('an id is added where the answer has none', async () => {
    upstream = (_, response) => response.end();
    expect((await send('GET', '/proxy/x')).response.headers).toMatchObject({
      'x-request-id': 'made',
      'x-ratelimit-limit': '7',
    });
  });

  it.each([
    [204, 'GET'],
    [304, 'GET'],
    [200, 'HEAD'],
  ])('%i to %s has no body', async (status, method) => {
    upstream = (_, response) =>
      response.writeHead(status, status === 204 ? {} : { 'Content-Length': '5', ETag: '"x"' }).end();
    const { response, body } = await send(method, '/proxy/x');
    expect([response.statusCode, body.length]).toEqual([status, 0]);
    if (status !== 204) expect(response.headers['content-length']).toBe('5');
  });

  it('to HTTP/1.0', async () => {
    upstream = (_, response) => response.end('old');
    const socket = connect(gateway.port, gateway.host);
    socket.write(
      'GET /proxy/x HTTP/1.0\r\nAuthorization: Bearer key\r\nProvider-Config-Key: i\r\nConnection-Id: c\r\n\r\n',
    );
    const answer = (await readBody(socket, 1e6))?.toString() ?? '';
    expect(answer).toMatch(/^HTTP\/1\.[01] 200/);
    expect(answer.toLowerCase()).not.toContain('transfer-encoding');
    expect(answer.endsWith('\r\n\r\nold')).toBe(true);
  });

  it('unpacked where asked for', async () => {
    upstream = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'));
    const { response, body } = await send('GET', '/proxy/x', ['Decompress', 'true']);
    expect([response.headers['content-encoding'], body.toString()]).toEqual([undefined, 'hello']);
  });
});

describe('retries', () => {
  // More than the longest wait, so that a call whose header is read is not repeated.
  const WAIT_S = '3600';

  it.each([
    ['without a header to read', [], 4],
    ['with a header that the answer lacks', ['Retry-Header-After', 'X-Other'], 4],
    ['with a header that holds seconds', ['Retry-Header-After', 'X-Wait'], 1],
    ['with a header that holds a moment', ['Retry-Header-At', 'X-At'], 1],
  ])('wait as the caller says: %s', async (_, headers, calls) => {
    const received: IncomingMessage['headers'][] = [];
    upstream = (request, response) => {
      received.push(request.headers);
      response.writeHead(500, { 'X-Wait': WAIT_S, 'X-At': '4102444800' }).end();
    };
    const { response } = await send('GET', '/proxy/x', ['Retries', '3', ...headers]);
    expect([response.statusCode, received.length]).toEqual([500, calls]);
    expect(Object.keys(received[0] ?? {}).filter((name) => name.startsWith('retr'))).toEqual([]);
  });
});

describe('streaming', () => {
  it('400 MB both ways without holding them', async () => {
    const chunk = randomBytes(64 * 1024);
    const chunks = 6_400;
    const generate = () =>
      Readable.from(
        (function* () {
          for (let index = 0; index < chunks; index += 1) yield chunk;
        })(),
        { objectMode: false },
      );
    const digest = async (stream: Readable) => {
      const hash = createHash('sha256');
      for await (const part of stream) hash.update(part);
      return hash.digest('hex');
    };
    const expected = await digest(generate());
    let received = '';
    upstream = async (request, response) => {
      received = await digest(request);
      await pipeline(generate(), response);
    };
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)), 5);
    const outgoing = open('PUT', '/proxy/big', ['Content-Length', String(chunk.length * chunks)]);
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    await pipeline(generate(), outgoing);
    const [response] = await answered;
    expect(await digest(response)).toBe(expected);
    clearInterval(watch);
    expect(received).toBe(expected);
    // All three parties are in this process, and the collector takes its time on a busy machine: a fraction of the 800 MB that pass.
    expect(peak).toBeLessThan(300 * 1024 * 1024);
  }, 120_000);

  it('the provider is not read faster than the caller reads', async () => {
    let written = 0;
    upstream = (_, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const push = () => {
        while (written < 50e6) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', push);
        }
        response.end();
      };
      push();
    };
    const outgoing = open('GET', '/proxy/big');
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.pause();
    let last = -1;
    while (last !== written) {
      last = written;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(written).toBeLessThan(20e6);
    response.destroy();
  });

  it('a caller that goes away ends the call to the provider', async () => {
    let closed: Promise<unknown> | undefined;
    const arrived = new Promise<void>((resolve) => {
      upstream = (_, response) => {
        closed = once(response, 'close');
        resolve();
      };
    });
    const outgoing = open('GET', '/proxy/slow');
    outgoing.on('error', () => undefined);
    outgoing.end();
    await arrived;
    outgoing.destroy();
    await closed;
  });

  it('a caller that goes away in the middle of the answer ends it too', async () => {
    let closed: Promise<unknown> | undefined;
    upstream = (_, response) => {
      closed = once(response, 'close');
      response.write('first');
    };
    const outgoing = open('GET', '/proxy/slow');
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    response.destroy();
    await closed;
  });

  it('an answer that breaks off does not look whole', async () => {
    upstream = (_, response) => {
      response.write('half');
      setTimeout(() => response.socket?.destroy(), 20);
    };
    await expect(send('GET', '/proxy/x')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('answers that cannot be passed on', () => {
  it('are cut off where they broke off while a retry was waited for', async () => {
    upstream = (_, response) => {
      response.writeHead(401, { 'Content-Length': '1000000' });
      response.write('begun', () => response.destroy());
    };
    await expect(send('GET', '/proxy/x', ['Retries', '1'])).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    ['200 O\u0001K', 200],
    ['099 Odd', 502],
  ])('are answered all the same: %j', async (line, status) => {
    upstream = ({ socket }) => socket.end(`HTTP/1.1 ${line}\r\nContent-Length: 2\r\n\r\nok`);
    expect((await send('GET', '/proxy/x')).response.statusCode).toBe(status);
  });
});

describe('failures before the provider answered', () => {
  const failure = async (...parameters: Parameters<typeof send>) => {
    const { response, body } = await send(...parameters);
    const { error } = JSON.parse(body.toString());
    return { status: response.statusCode, ...error };
  };

  it('all problems of the headers at once', async () => {
    const auth = ['Host', 'g', 'Authorization', 'Bearer key'];
    const problems = await failure(
      'GET',
      '/proxy/x',
      [
        'Retries',
        'many',
        'Base-Url-Override',
        'ftp://x',
        'Retry-On',
        'a',
        'Retry-Header-At',
        'a b',
        'Decompress',
        'maybe',
        'Connection-Id',
        'a#b',
      ],
      undefined,
      auth,
    );
    expect(problems).toMatchObject({ status: 400, code: 'invalid_headers' });
    expect(problems.errors.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual([
      'base-url-override',
      'connection-id',
      'decompress',
      'provider-config-key',
      'retries',
      'retry-header-at',
      'retry-on',
    ]);
  });

  it('what clients send for "nothing" is taken as such', async () => {
    upstream = (_, response) => response.end('ok');
    const { body } = await send('GET', '/proxy/x', [
      'Base-Url-Override',
      '',
      'Nango-Activity-Log-Id',
      '',
      'Retries',
      '0',
      'Decompress',
      'false',
    ]);
    expect(body.toString()).toBe('ok');
  });

  it('no key', async () => {
    expect(await failure('GET', '/proxy/x', [], undefined, ['Host', 'g'])).toMatchObject({
      status: 401,
      code: 'missing_auth_header',
    });
  });

  it('an unknown connection', async () => {
    const auth = ['Host', 'g', 'Authorization', 'Bearer key', 'Provider-Config-Key', 'i', 'Connection-Id', 'missing'];
    expect(await failure('GET', '/proxy/x', [], undefined, auth)).toMatchObject({
      status: 400,
      code: 'unknown_connection',
    });
  });

  it('credentials that cannot be refreshed', async () => {
    const auth = ['Host', 'g', 'Authorization', 'Bearer key', 'Provider-Config-Key', 'i', 'Connection-Id', 'dead'];
    expect(await failure('GET', '/proxy/x', [], undefined, auth)).toMatchObject({
      status: 424,
      code: 'server_error',
      payload: { reason: 'invalid_credentials' },
    });
  });

  it('a provider that cannot be reached', async () => {
    expect(await failure('GET', '/proxy/x', ['Base-Url-Override', 'http://127.0.0.1:9'])).toMatchObject({
      status: 502,
      code: 'upstream_unreachable',
      payload: { code: 'ECONNREFUSED' },
    });
  });

  it('TRACE, which would show the credentials', async () => {
    expect(await failure('TRACE', '/proxy/x')).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });
});
