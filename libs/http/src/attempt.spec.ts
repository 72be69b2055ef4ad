import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestCertificate, LocalServer } from '@svc/testing';
import { AxiosHeaders } from 'axios';
import { Agent, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { runAttempt } from './attempt.js';
import { createGuardedAgents } from './guarded-agents.js';

const closers: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))));

const config = () => ({
  headers: new AxiosHeaders(),
  method: 'GET',
  responseType: 'stream' as const,
  maxRedirects: 0,
  proxy: false as const,
  validateStatus: null,
});

describe('redirects under the guard', () => {
  it.each(['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/', 'http://169.254.169.254/latest/meta-data'])(
    'an allowed host cannot send the gateway on to %s',
    async (location) => {
      const server = await LocalServer.start((_, response) => response.writeHead(302, { location }).end());
      closers.push(() => server.close());
      const agents = createGuardedAgents({ allowPrivateNetwork: false, connectTimeoutMs: 1_000 });
      const guarded = agents.http.createConnection.bind(agents.http);
      // Stands in for a public host; everything else meets the real guard.
      const http = new Agent();
      http.createConnection = (options, onCreate) =>
        options.host === 'public.example' ? connect(server.port, '127.0.0.1') : guarded(options, onCreate);
      const attempt = runAttempt(
        config(),
        { method: 'GET', url: 'http://public.example/start', headers: [] },
        { agents: { ...agents, http }, idleTimeoutMs: 1_000, redirects: { maxHops: 5, forwardHeaders: false } },
      );
      await expect(attempt).rejects.toMatchObject({ cause: { code: 'address_not_allowed' } });
    },
  );
});

describe('the certificate of a client', () => {
  const ofServers = createTestCertificate('127.0.0.1');
  const own = createTestCertificate('client');
  const trusted = getCACertificates();
  beforeAll(() => setDefaultCACertificates([...trusted, ofServers.certificate]));
  afterAll(() => setDefaultCACertificates(trusted));

  const listen = async (handler: RequestListener): Promise<string> => {
    const identity = { cert: ofServers.certificate, key: ofServers.privateKey };
    const server = createServer({ ...identity, requestCert: true, rejectUnauthorized: false }, handler);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it.each([false, true])('stays with its origin, whether headers are forwarded or not: %s', async (forwardHeaders) => {
    const shown: [path: string | undefined, fingerprint: string | undefined][] = [];
    const note: RequestListener = ({ socket, url }) => {
      if (socket instanceof TLSSocket) shown.push([url, socket.getPeerCertificate().fingerprint256]);
    };
    const other = await listen((request, response) => {
      note(request, response);
      response.end();
    });
    const origin = await listen((request, response) => {
      note(request, response);
      response.writeHead(302, { location: request.url === '/start' ? '/next' : `${other}/file` }).end();
    });
    const agents = createGuardedAgents({ allowPrivateNetwork: true, connectTimeoutMs: 10_000 });
    const { response } = await runAttempt(
      config(),
      {
        method: 'GET',
        url: `${origin}/start`,
        headers: [],
        tls: { cert: own.certificate, key: own.privateKey },
      },
      { agents, idleTimeoutMs: 10_000, redirects: { maxHops: 5, forwardHeaders } },
    );
    response.data.destroy();
    expect(shown).toEqual([
      ['/start', own.fingerprint],
      ['/next', own.fingerprint],
      ['/file', undefined],
    ]);
  });
});
