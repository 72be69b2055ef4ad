import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('the proxy with stored connections', () => {
  let api: ApiUnderTest;
  let upstream: LocalServer;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    upstream = await LocalServer.start((request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ url: request.url, headers: request.headers })),
    );
    await create('/integrations', { provider: 'private-api-bearer', unique_key: 'bearer' });
    await create('/integrations', { provider: 'private-api-basic', unique_key: 'basic' });
    await importConnection('bearer', 'a b/c@1', { type: 'API_KEY', apiKey: 'key-1' });
    await importConnection('basic', 'b', { type: 'BASIC', username: 'u', password: 'p' });
  });

  afterAll(async () => {
    await api.close();
    await upstream.close();
  });

  async function create(path: string, body: unknown): Promise<void> {
    const answer = await api.request('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  const importConnection = (key: string, id: string, credentials: object) =>
    create('/connections', {
      provider_config_key: key,
      connection_id: id,
      connection_config: { baseUrl: upstream.url },
      credentials,
    });

  const proxied = (path: string, key: string, id: string, headers: Record<string, string> = {}) =>
    api.request('GET', `/proxy${path}`, { headers: { 'provider-config-key': key, 'connection-id': id, ...headers } });

  it('calls the external API with the credentials of the connection', async () => {
    const bearer = await proxied('/items?page=1', 'bearer', 'a b/c@1');
    expect(bearer.body).toMatchObject({ url: '/items?page=1', headers: { authorization: 'Bearer key-1' } });
    const basic = await proxied('/items', 'basic', 'b');
    expect(basic.body.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
  });

  it('uses new credentials from the next call on, and none after a deletion', async () => {
    await importConnection('bearer', 'changing', { type: 'API_KEY', apiKey: 'first' });
    expect((await proxied('/x', 'bearer', 'changing')).body.headers.authorization).toBe('Bearer first');
    await importConnection('bearer', 'changing', { type: 'API_KEY', apiKey: 'second' });
    expect((await proxied('/x', 'bearer', 'changing')).body.headers.authorization).toBe('Bearer second');
    await api.request('DELETE', '/connections/changing?provider_config_key=bearer');
    expect(await proxied('/x', 'bearer', 'changing')).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_connection' } },
    });
  });

  it('keeps paths beyond the limits of the router', async () => {
    const path = `/${'a'.repeat(5_000)}/%zz/`;
    expect((await proxied(path, 'bearer', 'a b/c@1')).body.url).toBe(path);
  });

  it.each([
    ['an unknown integration', 'nothing', 'a', 404, 'unknown_provider_config'],
    ['an unknown connection', 'bearer', 'nothing', 400, 'unknown_connection'],
  ])('%s', async (_, key, id, status, code) => {
    expect(await proxied('/x', key, id)).toMatchObject({ status, body: { error: { code } } });
  });

  it('answers preflights itself', async () => {
    const answer = await api.request('OPTIONS', '/proxy/x', {
      key: '',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'PATCH' },
    });
    expect(answer.status).toBe(204);
  });

  it('adds its request id and no security header of its own', async () => {
    const { headers } = await proxied('/x', 'bearer', 'a b/c@1');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('referrer-policy')).toBeNull();
  });
});
