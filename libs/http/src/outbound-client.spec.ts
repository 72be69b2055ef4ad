import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import { readBody } from './body-reader.js';
import type { ResolveAll } from './guarded-lookup.js';
import { OutboundClient } from './outbound-client.js';
import type { AttemptReport, OutboundRequest } from './outbound-request.js';
import { requestJson } from './request-json.js';

const closers: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))));

async function listen(handler: RequestListener): Promise<string> {
  const server = await LocalServer.start(handler);
  closers.push(() => server.close());
  return server.url;
}

function client(settings: Partial<ConstructorParameters<typeof OutboundClient>[0]> = {}): OutboundClient {
  const made = new OutboundClient({ allowPrivateNetwork: true, ...settings });
  closers.push(() => made.close());
  return made;
}

const get = (url: string, headers: string[] = []): OutboundRequest => ({ method: 'GET', url, headers });
const fast = { firstWaitMs: 5, maxWaitMs: 1_000 };
const text = async (body: Readable) => (await readBody(body, 1e9))?.toString();

describe('what goes over the wire', () => {
  it('sends method, path, query, repeated headers and bytes as given, and nothing of its own', async () => {
    const body = randomBytes(100_000);
    let seen: { method?: string; url?: string; rawHeaders: string[]; body?: Buffer } = { rawHeaders: [] };
    const url = await listen(async (request, response) => {
      seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        rawHeaders: request.rawHeaders,
        body: await readBody(request, 1e9),
      };
      response.writeHead(207, 'Many', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', 'MiXed']).end(body);
    });
    const headers = ['X-One', '1', 'x-one', '2', 'Content-Type', 'application/x-odd'];
    const answer = await client().send({ method: 'REPORT', url: `${url}/a/../b//%2e?q='|%zz`, headers, body });
    expect(seen.method).toBe('REPORT');
    expect(seen.url).toBe("/a/../b//%2e?q='|%zz");
    expect(seen.body?.equals(body)).toBe(true);
    const host = url.replace('http://', '');
    expect(seen.rawHeaders).toEqual(['Host', host, ...headers, 'Content-Length', '100000', 'Connection', 'keep-alive']);
    expect(answer.status).toBe(207);
    expect(answer.statusText).toBe('Many');
    expect(answer.rawHeaders.slice(0, 6)).toEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', 'MiXed']);
    expect((await readBody(answer.body, 1e9))?.equals(body)).toBe(true);
  });

  it.each(['DELETE', 'GET', 'POST'])('frames a streamed body of %s whose length nobody knows', async (method) => {
    const seen: string[] = [];
    const url = await listen(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${String(await readBody(request, 1e9))}`);
      response.end('own');
    });
    const smuggled = 'GET /other HTTP/1.1\r\nHost: x\r\n\r\n';
    const sender = client();
    for (const path of ['/first', '/second']) {
      const body = path === '/first' ? Readable.from([Buffer.from(smuggled)], { objectMode: false }) : undefined;
      expect(await text((await sender.send({ method, url: `${url}${path}`, headers: [], body })).body)).toBe('own');
    }
    expect(seen).toEqual([`${method} /first ${smuggled}`, `${method} /second `]);
  });

  it('passes compressed answers on as they are', async () => {
    const packed = gzipSync('hello');
    const url = await listen((_, response) => response.setHeader('content-encoding', 'gzip').end(packed));
    const answer = await client().send(get(url));
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(await readBody(answer.body, 1e6)).toEqual(packed);
  });
});

describe('address guard', () => {
  const toLoopback: ResolveAll = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://169.254.169.254/latest',
    'https://10.0.0.1',
    'http://localhost',
  ])('refuses %s', async (url) => {
    const sent = client({ allowPrivateNetwork: false }).send(get(url));
    await expect(sent).rejects.toMatchObject({ code: 'address_not_allowed', status: 400 });
  });

  it('checks the address that the socket connects to, whatever the name said before', async () => {
    let reached = 0;
    const url = await listen((_, response) => response.end(String((reached += 1))));
    const guarded = client({ allowPrivateNetwork: false, resolveAll: toLoopback });
    const sent = guarded.send(get(url.replace('127.0.0.1', 'rebound.example')));
    await expect(sent).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(reached).toBe(0);
  });

  it('connects to the public ones of several addresses only', async () => {
    const asked: string[] = [];
    const mixed: ResolveAll = (name, _, callback) => {
      asked.push(name);
      callback(null, [
        { address: '10.0.0.1', family: 4 },
        { address: '192.0.2.1', family: 4 },
      ]);
    };
    const sent = client({ allowPrivateNetwork: false, resolveAll: mixed }).send(get('http://mixed.example'));
    await expect(sent).rejects.toMatchObject({
      code: 'address_not_allowed',
      // Nobody learns by it what names of the network stand for.
      message: expect.not.stringContaining('10.0.0.1'),
    });
    expect(asked).toEqual(['mixed.example']);
  });

  it('does not retry a refused address', async () => {
    const reports: AttemptReport[] = [];
    const sent = client({ allowPrivateNetwork: false }).send(get('http://127.0.0.1:1'), {
      retry: { retries: 3, rules: {}, backoff: fast },
      onAttempt: (report) => reports.push(report),
    });
    await expect(sent).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(reports).toHaveLength(1);
  });
});

describe('retries', () => {
  it('repeats until the answer is good and describes each attempt', async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead((calls += 1) < 3 ? 503 : 200).end('done'));
    const reports: AttemptReport[] = [];
    const answer = await client().send(get(`${url}/x?secret=1`), {
      retry: { retries: 5, rules: {}, backoff: fast },
      onAttempt: (report) => reports.push(report),
    });
    expect(answer.status).toBe(200);
    expect(await text(answer.body)).toBe('done');
    expect(reports).toEqual([
      { attempt: 0, method: 'GET', url: `${url}/x`, status: 503, durationMs: expect.any(Number), retryInMs: 5 },
      { attempt: 1, method: 'GET', url: `${url}/x`, status: 503, durationMs: expect.any(Number), retryInMs: 10 },
      { attempt: 2, method: 'GET', url: `${url}/x`, status: 200, durationMs: expect.any(Number) },
    ]);
  });

  it('returns the last answer, body included, when the retries are used up', async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead(500).end(`failure ${(calls += 1)}`));
    const answer = await client().send(get(url), { retry: { retries: 2, rules: {}, backoff: fast } });
    expect([answer.status, await text(answer.body)]).toEqual([500, 'failure 3']);
  });

  it('repeats on a status that the caller names, such as that of work which is not done', async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead((calls += 1) < 3 ? 202 : 200).end());
    const plan = { retries: 1, rules: { retryOn: [202] }, backoff: fast };
    expect([(await client().send(get(url), { retry: plan })).status, calls]).toEqual([202, 2]);
    expect([(await client().send(get(url), { retry: plan })).status, calls]).toEqual([200, 3]);
  });

  it('makes one attempt without retries', async () => {
    let calls = 0;
    const url = await listen((_, response) => response.writeHead(500).end(String((calls += 1))));
    expect((await client().send(get(url))).status).toBe(500);
    expect(calls).toBe(1);
  });

  it('sends a buffered body again and a streamed one once', async () => {
    const bodies: (string | undefined)[] = [];
    const url = await listen(async (request, response) => {
      bodies.push((await readBody(request, 1e6))?.toString());
      response.writeHead(503).end();
    });
    const retry = { retries: 1, rules: {}, backoff: fast };
    await client().send({ ...get(url), method: 'POST', body: Buffer.from('again') }, { retry });
    await client().send({ ...get(url), method: 'POST', body: Readable.from([Buffer.from('once')]) }, { retry });
    expect(bodies).toEqual(['again', 'again', 'once']);
  });

  it('waits as long as the configured header says', async () => {
    let calls = 0;
    const url = await listen((_, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? 429 : 200, { 'x-wait': '0.2' }).end();
    });
    const reports: AttemptReport[] = [];
    const rules = { provider: { after: ['x-wait'] } };
    await client().send(get(url), {
      retry: { retries: 1, rules, backoff: fast },
      onAttempt: (report) => reports.push(report),
    });
    expect(reports[0]?.retryInMs).toBe(200);
  });

  it('returns the answer at once when the wait would pass the cap', async () => {
    const url = await listen((_, response) => response.writeHead(429, { 'retry-after': '7200' }).end('later'));
    const answer = await client().send(get(url), { retry: { retries: 3, rules: {}, backoff: fast } });
    expect([answer.status, await text(answer.body)]).toEqual([429, 'later']);
  });

  it('reads the wait from a body and still returns that body whole', async () => {
    const big = `{"message":"wait 0.01 s"}${' '.repeat(200_000)}`;
    const url = await listen((_, response) => response.writeHead(429).end(big));
    const rules = { provider: { in_body: { path: 'message', value: 'wait ([\\d.]+)', strategy: 'after' as const } } };
    const answer = await client().send(get(url), { retry: { retries: 1, rules, backoff: fast } });
    expect((await text(answer.body))?.length).toBe(big.length);
  });

  it('retries refused connections and gives the network code in the end', async () => {
    const reports: AttemptReport[] = [];
    const sent = client().send(get('http://127.0.0.1:9'), {
      retry: { retries: 1, rules: {}, backoff: fast },
      onAttempt: (report) => reports.push(report),
    });
    await expect(sent).rejects.toMatchObject({ name: 'NetworkError', code: 'ECONNREFUSED', nothingWasSent: true });
    expect(reports.map(({ networkCode }) => networkCode)).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });

  it.each([
    ['a header name', { method: 'GET', headers: ['a b', '1'] }],
    ['a header value', { method: 'GET', headers: ['Authorization', 'Bearer a\nb'] }],
    ['a method', { method: 'NO METHOD', headers: [] }],
  ])('takes %s that HTTP cannot write for a mistake, not for an outage', async (_, request) => {
    const url = await listen((_request, response) => response.end());
    const retry = { retries: 3, rules: {}, backoff: fast };
    await expect(client().send({ ...request, url }, { retry })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('401', () => {
  const guarded = async () => {
    let calls = 0;
    const url = await listen((request, response) => {
      calls += 1;
      response.writeHead(request.headers.authorization === 'Bearer new' ? 200 : 401).end('body');
    });
    return { url, calls: () => calls };
  };

  it('is repeated with changed credentials', async () => {
    const { url, calls } = await guarded();
    const renew = async () => ({ request: get(url, ['Authorization', 'Bearer new']), credentialsChanged: true });
    const answer = await client().send(get(url, ['Authorization', 'Bearer old']), {
      retry: { retries: 3, rules: {}, backoff: fast, renew },
    });
    expect([answer.status, calls()]).toEqual([200, 2]);
  });

  it('is final when the credentials are the same on the next fetch', async () => {
    const { url, calls } = await guarded();
    const renew = async () => ({ request: get(url), credentialsChanged: false });
    const answer = await client().send(get(url), { retry: { retries: 3, rules: {}, backoff: fast, renew } });
    expect([answer.status, await text(answer.body), calls()]).toEqual([401, 'body', 1]);
  });
});

describe('redirects', () => {
  it('follows at most so many hops and then returns the redirect', async () => {
    let hops = 0;
    const url = await listen((_, response) => response.writeHead(302, { location: `/${(hops += 1)}` }).end());
    const answer = await client().send(get(url), { redirects: { maxHops: 5, forwardHeaders: false } });
    expect([answer.status, hops]).toEqual([302, 6]);
  });

  it('drops credentials towards another origin', async () => {
    const seen: (string | undefined)[] = [];
    const other = await listen((request, response) => {
      seen.push(request.headers.authorization, request.headers.host);
      response.end('there');
    });
    const url = await listen((_, response) => response.writeHead(307, { location: `${other}/x` }).end());
    const answer = await client().send(get(url, ['Authorization', 'Bearer t']), {
      redirects: { maxHops: 5, forwardHeaders: false },
    });
    expect(await text(answer.body)).toBe('there');
    expect(answer.url).toBe(`${other}/x`);
    expect(seen).toEqual([undefined, other.replace('http://', '')]);
  });
});

describe('ends of calls', () => {
  it('gives up on a silent server', async () => {
    const url = await listen(() => undefined);
    await expect(client({ idleTimeoutMs: 50 }).send(get(url))).rejects.toMatchObject({
      code: 'ETIMEDOUT',
      nothingWasSent: false,
    });
  });

  it('gives up on a server that falls silent in the body', async () => {
    const url = await listen((_, response) => void response.writeHead(200).write('half'));
    const answer = await client({ idleTimeoutMs: 50 }).send(get(url));
    await expect(readBody(answer.body, 1e6)).rejects.toThrow();
  });

  it('keeps the total time limit through answers that trickle', async () => {
    const url = await listen((_, response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await client().send(get(url), { totalTimeoutMs: 100 });
    await expect(readBody(answer.body, 1e6)).rejects.toThrow();
  });

  it('closes the connection when the caller aborts, also between attempts', async () => {
    const abort = new AbortController();
    let calls = 0;
    const url = await listen((_, response) => {
      calls += 1;
      response.writeHead(503).end();
      setTimeout(() => abort.abort(), 20);
    });
    const sent = client().send(get(url), {
      signal: abort.signal,
      retry: { retries: 5, rules: {}, backoff: { firstWaitMs: 60_000, maxWaitMs: 60_000 } },
    });
    await expect(sent).rejects.toMatchObject({ code: 'ECANCELED' });
    expect(calls).toBe(1);
  });

  it('does not fail a GET because a pooled connection was closed by the server', async () => {
    const url = await listen((request, response) => {
      response.end('ok');
      // Closes right after the answer, without saying so.
      response.on('finish', () => setTimeout(() => request.socket.destroy(), 1));
    });
    const shared = client();
    for (let call = 0; call < 50; call += 1) {
      const answer = await shared.send(get(url));
      expect(await text(answer.body)).toBe('ok');
    }
  });
});

describe('requestJson', () => {
  it('sends text and parses the answer, compressed or not', async () => {
    const url = await listen(async (request, response) => {
      const body = (await readBody(request, 1e6))?.toString();
      response
        .setHeader('content-encoding', 'gzip')
        .end(gzipSync(JSON.stringify({ got: body, type: request.headers['content-type'] })));
    });
    const answer = await requestJson(client(), {
      method: 'POST',
      url,
      headers: { 'Content-Type': 'text/plain' },
      body: 'a=b',
    });
    expect(answer.json).toEqual({ got: 'a=b', type: 'text/plain' });
  });

  it('takes no key along to another origin, whatever its header is called', async () => {
    const other = await listen(({ headers: { accept, 'x-api-key': key } }, response) =>
      response.end(JSON.stringify({ accept, key })),
    );
    const url = await listen((_, response) => response.writeHead(302, { location: other }).end());
    const headers = { accept: 'application/json', 'X-Api-Key': 'secret' };
    expect((await requestJson(client(), { method: 'GET', url, headers })).json).toEqual({ accept: 'application/json' });
  });

  it('bounds the size and the time', async () => {
    const url = await listen((request, response) =>
      request.url === '/big' ? response.end('x'.repeat(5_000)) : undefined,
    );
    await expect(requestJson(client(), { method: 'GET', url: `${url}/big`, maxBytes: 1_000 })).rejects.toMatchObject({
      code: 'ERR_ANSWER_TOO_LARGE',
    });
    await expect(requestJson(client(), { method: 'GET', url, timeoutMs: 50 })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
  });

  it('tells when nothing was sent', async () => {
    const sent = requestJson(client(), { method: 'POST', url: 'http://127.0.0.1:9', body: 'x' });
    await expect(sent).rejects.toMatchObject({ nothingWasSent: true });
  });
});
