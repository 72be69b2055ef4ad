import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiUnderTest } from '../testing/api-under-test.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('the edge', () => {
  let api: ApiUnderTest;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
  });

  afterAll(async () => {
    await api.close();
  });

  const errorOf = async (method: string, path: string, options: Parameters<ApiUnderTest['request']>[2] = {}) => {
    const { status, body, headers } = await api.request(method, path, options);
    expect(body.error.request_id).toBe(headers.get('x-request-id'));
    return { status, code: body.error.code, errors: body.error.errors };
  };

  describe('request ids', () => {
    it('gives every answer one, also refusals of the router', async () => {
      for (const path of ['/health', '/environment-variables', '/no/such/route', '/connections/%E0%A4%A']) {
        expect((await api.request('GET', path)).headers.get('x-request-id')).toMatch(UUID);
      }
      const preflight = { origin: 'https://app.test', 'access-control-request-method': 'GET' };
      const { headers } = await api.request('OPTIONS', '/connections', { key: '', headers: preflight });
      expect(headers.get('x-request-id')).toMatch(UUID);
    });

    it("keeps the caller's where it is safe", async () => {
      const sent = await api.request('GET', '/health', { headers: { 'x-request-id': 'job-42:a.b_c' } });
      expect(sent.headers.get('x-request-id')).toBe('job-42:a.b_c');
      const unsafe = await api.request('GET', '/health', { headers: { 'x-request-id': '<script>' } });
      expect(unsafe.headers.get('x-request-id')).toMatch(UUID);
    });
  });

  describe('keys', () => {
    it.each([
      ['no header', '', {}, 401, 'missing_auth_header'],
      ['an empty key', '', { authorization: 'Bearer ' }, 401, 'malformed_auth_header'],
      ['a key of another form', 'not-a-key', {}, 401, 'invalid_secret_key_format'],
      ['an unknown key', 'svc_sk_dev_unknown', {}, 401, 'unknown_account'],
    ])('%s: %i %s', async (_, key, headers, status, code) => {
      expect(await errorOf('GET', '/environment-variables', { key, headers })).toMatchObject({ status, code });
    });

    it('takes the key with or without Bearer, after the last one', async () => {
      const { secretKey } = api.account;
      for (const authorization of [
        secretKey,
        `Bearer ${secretKey}`,
        `bearer ${secretKey}`,
        `Bearer Bearer ${secretKey}`,
      ]) {
        const { status } = await api.request('GET', '/environment-variables', { key: '', headers: { authorization } });
        expect(status).toBe(200);
      }
    });

    it('refuses a key of the wrong kind', async () => {
      const wrongKind = { status: 403, code: 'forbidden' };
      expect(await errorOf('GET', '/environments')).toMatchObject(wrongKind);
      expect(await errorOf('GET', '/environment-variables', { key: api.account.accountKey })).toMatchObject(wrongKind);
    });

    it('refuses before it reads the body', async () => {
      const body = 'x'.repeat(1_000_000);
      const answer = await errorOf('POST', '/environment/api-keys', {
        key: '',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ status: 401 });
    });
  });

  describe('bodies', () => {
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      errorOf('POST', '/environment/api-keys', { key: api.account.accountKey, body, headers });

    it.each([
      ['malformed JSON', '{"a":', 400, 'invalid_json'],
      ['an empty body', '', 400, 'invalid_body'],
      ['a poisoned prototype', '{"__proto__":{"a":1}}', 400, 'invalid_json'],
      ['another type of value', '[]', 400, 'invalid_body'],
      ['more than the route takes', JSON.stringify({ display_name: 'x'.repeat(300_000) }), 413, 'body_too_large'],
    ])('%s: %i %s', async (_, body, status, code) => {
      expect(await send(body, { 'content-type': 'application/json' })).toMatchObject({ status, code });
    });

    it('lists every problem with its path', async () => {
      expect(await send({ environment_id: 'one', display_name: 'x', extra: 1 })).toEqual({
        status: 400,
        code: 'invalid_body',
        errors: [
          expect.objectContaining({ code: 'invalid_type', path: ['environment_id'] }),
          expect.objectContaining({ code: 'unrecognized_keys', path: [] }),
        ],
      });
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'refuses %s on JSON routes',
      async (type) => {
        expect(await send('a=b', { 'content-type': type })).toMatchObject({
          status: 415,
          code: 'invalid_content_type',
        });
      },
    );

    it('takes JSON with a charset, and no content type where there is no body', async () => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      expect((await api.request('GET', '/environment-variables', { headers })).status).toBe(200);
      expect((await api.request('POST', '/environment/webhook-signing-key/rotate')).status).toBe(200);
      expect((await api.request('POST', '/environment/webhook-signing-key/rotate', { headers })).status).toBe(200);
      const untyped = new TextEncoder().encode('{"display_name":7}');
      expect((await send(untyped)).errors).toContainEqual(expect.objectContaining({ path: ['display_name'] }));
    });
  });

  describe('paths and queries', () => {
    it('ignores trailing slashes', async () => {
      expect((await api.request('GET', '/environment-variables/')).status).toBe(200);
      expect((await api.request('GET', '/health/?x=1')).status).toBe(200);
    });

    it.each([
      ['GET', '/nothing/here'],
      ['PUT', '/environment-variables'],
      ['PROPFIND', '/environment-variables'],
      ['REPORT', '/health'],
    ])('answers %s %s with 404', async (method, path) => {
      expect(await errorOf(method, path)).toMatchObject({ status: 404, code: 'not_found' });
    });

    it('takes ids of 255 odd characters', async () => {
      const odd = `a/b\\c,.;:=+~[]|@\${}"' _-`;
      const connectionId = odd.repeat(20).slice(0, 255);
      await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: 'odd ~:.@_-' } });
      const connection = {
        provider_config_key: 'odd ~:.@_-',
        connection_id: connectionId,
        credentials: { type: 'NONE' },
        connection_config: { baseUrl: 'https://api.test' },
      };
      expect(await api.request('POST', '/connections', { body: connection })).toMatchObject({ status: 201 });
      const path = `/connections/${encodeURIComponent(connectionId)}?provider_config_key=${encodeURIComponent('odd ~:.@_-')}`;
      expect(await api.request('GET', path)).toMatchObject({ status: 200, body: { connection_id: connectionId } });
      const tooLong = `/connections/${'x'.repeat(256)}?provider_config_key=odd`;
      expect(await errorOf('GET', tooLong)).toMatchObject({ status: 400, code: 'invalid_uri_params' });
    });

    it('answers a malformed path with 400', async () => {
      const malformed = { status: 400, code: 'invalid_uri_params' };
      expect(await errorOf('DELETE', '/environments/%E0%A4%A', { key: api.account.accountKey })).toMatchObject(
        malformed,
      );
      expect(await errorOf('DELETE', '/environments/x%2Fy', { key: api.account.accountKey })).toMatchObject(malformed);
      const long = encodeURIComponent('😀'.repeat(800));
      expect(await errorOf('DELETE', `/environments/${long}`, { key: api.account.accountKey })).toMatchObject(
        malformed,
      );
    });

    it.each([
      '/environment-variables?limit=1',
      '/environments?limit=1&x=2',
      '/environments?__proto__[limit]=1',
      '/environments?hasOwnProperty=1',
      '/environments?limit[a][b]=1',
      `/environments?${'a&'.repeat(1001)}`,
      '/environments?limit=1&limit=2',
    ])('refuses what it does not know in %s', async (path) => {
      const key = path.startsWith('/environments') ? api.account.accountKey : api.account.secretKey;
      expect(await errorOf('GET', path, { key })).toMatchObject({ status: 400, code: 'invalid_query_params' });
    });
  });

  it('answers preflights and lets pages of any origin read the answers', async () => {
    const preflight = await api.request('OPTIONS', '/proxy/anything', {
      key: '',
      headers: {
        origin: 'https://app.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-any',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-max-age')).toBe('600');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-any');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    const error = await api.request('GET', '/environments', { key: '', headers: { origin: 'https://app.test' } });
    expect(error.headers.get('access-control-allow-origin')).toBe('*');
    expect(error.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
    expect((await api.request('OPTIONS', '/proxy/anything', { key: '' })).status).toBe(204);
  });

  it('keeps answers out of caches and of guesses about their type', async () => {
    const { headers } = await api.request('GET', '/environment-variables');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('answers what is not HTTP with the envelope', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET /health NONSENSE\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: { code: 'invalid_request', message: expect.any(String), request_id: expect.stringMatching(UUID) },
    });
    const tooLong = await api.request('GET', '/health', { headers: { 'x-big': 'x'.repeat(40_000) } });
    expect(tooLong).toMatchObject({ status: 431, body: { error: { code: 'invalid_headers' } } });
  });
});
