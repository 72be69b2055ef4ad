import { afterEach, describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import { AxiosHeaders } from 'axios';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { runAttempt } from './attempt.js';
import { createGuardedAgents } from './guarded-agents.js';

const closers: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))));

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
      const config = {
        headers: new AxiosHeaders(),
        method: 'GET',
        responseType: 'stream' as const,
        maxRedirects: 0,
        proxy: false as const,
      };
      const attempt = runAttempt(
        { ...config, validateStatus: null },
        { method: 'GET', url: 'http://public.example/start', headers: [] },
        { agents: { ...agents, http }, idleTimeoutMs: 1_000, redirects: { maxHops: 5, forwardHeaders: false } },
      );
      await expect(attempt).rejects.toMatchObject({ cause: { code: 'address_not_allowed' } });
    },
  );
});
