import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { Svc } from './svc.js';

const CONNECTION = { providerConfigKey: 'github', connectionId: 'c1' };

describe('the client', () => {
  let server: Server;
  let svc: Svc;
  let answer: object = {};
  let last: { method?: string | undefined; url?: string | undefined; connection: unknown; body: unknown };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { method, url, headers } = request;
        last = { method, url, connection: headers['connection-id'], body: text && JSON.parse(text) };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    svc = new Svc({ apiKey: 'key', host: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
  });

  beforeEach(() => {
    answer = {};
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    [{ type: 'OAUTH2', access_token: 'token', raw: { scope: 'a' } }, 'token', { scope: 'a' }],
    [
      { type: 'OAUTH1', oauth_token: 'one', oauth_token_secret: 'two', raw: { user: '1' } },
      { oAuthToken: 'one', oAuthTokenSecret: 'two' },
      { user: '1' },
    ],
    [{ type: 'API_KEY', apiKey: 'key' }, { type: 'API_KEY', apiKey: 'key' }, undefined],
    [undefined, undefined, undefined],
  ])('reads the token of %j', async (credentials, token, raw) => {
    answer = { credentials };
    expect(await svc.getToken('github', 'c1', { forceRefresh: true })).toEqual(token);
    expect(last.url).toContain('force_refresh=true');
    expect(await svc.getRawTokenResponse('github', 'c1')).toEqual(raw);
  });

  it.each([
    ['items', { sync_name: 'items' }],
    ['items::other', { sync_name: 'items', sync_variant: 'other' }],
    [
      { name: 'items', variant: 'other' },
      { sync_name: 'items', sync_variant: 'other' },
    ],
  ])('sets the frequency of %j', async (sync, named) => {
    await svc.updateSyncConnectionFrequency('github', sync, 'c1', null);
    expect(last.body).toEqual({ ...named, provider_config_key: 'github', connection_id: 'c1', frequency: null });
  });

  it('decides about held deletions', async () => {
    answer = { count: 3 };
    expect(await svc.confirmDeletions({ ...CONNECTION, model: 'Item' })).toEqual({ count: 3 });
    expect(last).toEqual({
      method: 'POST',
      url: '/records/deletions/confirm',
      connection: 'c1',
      body: { model: 'Item' },
    });
    await svc.discardDeletions({ ...CONNECTION, model: 'Item', variant: 'other' });
    expect(last).toMatchObject({ url: '/records/deletions/discard', body: { model: 'Item', variant: 'other' } });
  });
});
