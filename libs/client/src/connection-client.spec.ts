import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { Svc } from './svc.js';

const FOUND = { id: 1, connection_id: 'c1', provider_config_key: 'github' };

describe('waitForConnection', () => {
  let server: Server;
  let svc: Svc;
  let queries: string[] = [];
  /** The attempt at which there is a connection. */
  let foundAt = Infinity;

  beforeEach(async () => {
    queries = [];
    server = createServer((request, response) => {
      queries.push(request.url ?? '');
      const connections = queries.length >= foundAt ? [FOUND] : [];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ connections }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    svc = new Svc({ apiKey: 'key', host: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('asks until the end user has a connection to the integration', async () => {
    foundAt = 3;
    expect(await svc.waitForConnection('github', 'user 1', { intervalMs: 1 })).toEqual(FOUND);
    expect(queries).toHaveLength(3);
    expect(new URL(queries[0] ?? '', 'http://gateway').searchParams.get('endUserId')).toBe('user 1');
    expect(new URL(queries[0] ?? '', 'http://gateway').searchParams.get('integrationId')).toBe('github');
  });

  it('gives up after 30 attempts', async () => {
    foundAt = Infinity;
    await expect(svc.waitForConnection('github', 'user-1', { intervalMs: 1 })).rejects.toMatchObject({
      name: 'SvcError',
      code: 'wait_for_connection_timeout',
    });
    expect(queries).toHaveLength(30);
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const waiting = svc.waitForConnection('github', 'user-1', { signal: stop.signal, intervalMs: 60_000 });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
