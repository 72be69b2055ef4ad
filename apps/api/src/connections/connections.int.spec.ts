import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';

const ISO_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
const ISO_Z = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('/connections', () => {
  let api: ApiUnderTest;
  let counter = 0;

  beforeAll(async () => {
    api = await ApiUnderTest.start({ PUBLIC_URL: 'https://gateway.example.com/base' });
    for (const unique_key of ['one', 'two']) {
      await api.request('POST', '/integrations', { body: { unique_key, provider: 'github' } });
    }
  });

  afterAll(async () => {
    await api.close();
  });

  const create = async (body: Record<string, unknown> = {}): Promise<string> => {
    const connection_id = `c-${(counter += 1)}`;
    const answer = await api.request('POST', '/connections', {
      body: {
        provider_config_key: 'one',
        connection_id,
        credentials: { type: 'OAUTH2', access_token: 'AT', refresh_token: 'RT' },
        ...body,
      },
    });
    expect(answer.status).toBe(201);
    return answer.body.connection_id;
  };
  const scoped = async (...scopes: string[]): Promise<string> => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const body = { environment_id: environments.data[0].id, display_name: `key-${(counter += 1)}`, scopes };
    return (await api.asAccount('POST', '/environment/api-keys', body)).body.data.secret;
  };
  const get = (id: string, query = '', key?: string) =>
    api.request('GET', `/connections/${id}?provider_config_key=one${query}`, key === undefined ? {} : { key });
  const list = async (query = '') => {
    const { status, body, headers } = await api.request('GET', `/connections${query}`);
    expect(status).toBe(200);
    return { ids: body.connections.map((entry: { connection_id: string }) => entry.connection_id), body, headers };
  };

  describe('get', () => {
    it('answers times with an offset and the whole shape', async () => {
      const { body } = await get(await create());
      expect(Object.keys(body).sort()).toEqual(
        [
          'id',
          'connection_id',
          'provider_config_key',
          'provider',
          'errors',
          'end_user',
          'tags',
          'metadata',
          'connection_config',
          'webhook_url_override',
          'created_at',
          'updated_at',
          'last_fetched_at',
          'credentials',
        ].sort(),
      );
      for (const field of ['created_at', 'updated_at', 'last_fetched_at']) expect(body[field]).toMatch(ISO_OFFSET);
      expect(body.metadata).toBeNull();
    });

    it('strips refresh tokens wherever they stand unless they are asked for', async () => {
      const id = await create({
        connection_config: { RefreshToken: 'RT', nested: [{ 'refresh-token': 'RT', kept: 1 }] },
      });
      const plain = await get(id);
      expect(JSON.stringify(plain.body)).not.toContain('RT');
      expect(plain.body.connection_config).toEqual({ nested: [{ kept: 1 }] });
      const full = await get(id, '&refresh_token=yes');
      expect(full.body.credentials).toMatchObject({ refresh_token: 'RT', raw: { refresh_token: 'RT' } });
      expect(full.body.connection_config).toHaveProperty('RefreshToken');
    });

    it('leaves credentials out for a key without the scope, which may not ask for a refresh either', async () => {
      const id = await create();
      const reader = await scoped('environment:connections:read');
      const { status, body } = await get(
        id,
        '&force_refresh=false&refresh_token=0&refresh_github_app_jwt_token=no',
        reader,
      );
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('credentials');
      for (const asks of ['force_refresh', 'refresh_token', 'refresh_github_app_jwt_token', 'refresh_app_jwt_token']) {
        expect(await get(id, `&${asks}=true`, reader)).toMatchObject({
          status: 403,
          body: { error: { code: 'forbidden' } },
        });
      }
      expect(
        (await get(id, '', await scoped('environment:connections:read_credentials'))).body.credentials.access_token,
      ).toBe('AT');
    });

    it.each([
      ['an unknown integration', '/connections/x?provider_config_key=nope', 400, 'unknown_provider_config'],
      ['an unknown connection', '/connections/nope?provider_config_key=one', 404, 'not_found'],
      ['no integration', '/connections/x', 400, 'invalid_query_params'],
      ['an odd truth value', '/connections/x?provider_config_key=one&force_refresh=maybe', 400, 'invalid_query_params'],
      ['an unknown parameter', '/connections/x?provider_config_key=one&a=b', 400, 'invalid_query_params'],
      ['an odd id', '/connections/%3Cx%3E?provider_config_key=one', 400, 'invalid_uri_params'],
    ])('%s is refused', async (_, path, status, code) => {
      expect(await api.request('GET', path)).toMatchObject({ status, body: { error: { code } } });
    });

    it('notes the last use, at most once a minute', async () => {
      const id = await create();
      await api.database.query(`UPDATE connections SET last_fetched_at = '2020-01-01' WHERE connection_id = $1`, [id]);
      await get(id);
      const lastFetchedAt = async () => (await get(id)).body.last_fetched_at;
      while ((await lastFetchedAt()).startsWith('2020')) await new Promise(setImmediate);
      const noted = await lastFetchedAt();
      expect(Date.now() - Date.parse(noted)).toBeLessThan(10_000);
      expect(await lastFetchedAt()).toBe(noted);
    });
  });

  describe('the deprecated /connection', () => {
    it('answers the same, and errors with a message at the top too', async () => {
      const id = await create();
      const [current, deprecated] = await Promise.all([
        get(id),
        api.request('GET', `/connection/${id}?provider_config_key=one`),
      ]);
      expect({ ...deprecated.body, last_fetched_at: '' }).toEqual({ ...current.body, last_fetched_at: '' });
      for (const [path, status] of [
        ['/connection/nope?provider_config_key=one', 404],
        ['/connection/x?provider_config_key=nope', 400],
        ['/connection/x', 400],
      ] as const) {
        const { body, status: answered } = await api.request('GET', path);
        expect(answered).toBe(status);
        expect(body.message).toBe(body.error.message);
      }
      expect((await get('nope')).body).not.toHaveProperty('message');
      expect((await api.request('GET', `/connection?connectionId=${id}`)).body.connections).toHaveLength(1);
      expect(await api.request('DELETE', `/connection/${id}?provider_config_key=one`)).toMatchObject({
        status: 200,
        body: '',
      });
    });

    it('takes metadata as the body itself, the integration from query or header', async () => {
      const id = await create();
      const replaced = await api.request('POST', `/connection/${id}/metadata?provider_config_key=one`, {
        body: { a: 1 },
      });
      expect(replaced).toMatchObject({ status: 201, body: { a: 1 } });
      const merged = await api.request('PATCH', `/connection/${id}/metadata`, {
        body: { b: 2 },
        headers: { 'Provider-Config-Key': 'one' },
      });
      expect(merged).toMatchObject({ status: 200, body: { b: 2 } });
      expect((await get(id)).body.metadata).toEqual({ a: 1, b: 2 });
      expect(await api.request('POST', `/connection/${id}/metadata`, { body: {} })).toMatchObject({
        status: 400,
        body: { error: { code: 'missing_provider_config_key' } },
      });
      expect(
        await api.request('POST', '/connection/nope/metadata?provider_config_key=one', { body: {} }),
      ).toMatchObject({ status: 404, body: { error: { code: 'unknown_connection' } } });
    });
  });

  describe('list', () => {
    it('is newest first, without credentials and configuration, with times in Z', async () => {
      const first = await create();
      const second = await create();
      const { ids, body, headers } = await list();
      expect(ids.slice(0, 2)).toEqual([second, first]);
      expect(Object.keys(body.connections[0]).sort()).toEqual(
        [
          'id',
          'connection_id',
          'provider_config_key',
          'provider',
          'errors',
          'end_user',
          'tags',
          'metadata',
          'created',
        ].sort(),
      );
      expect(body.connections[0].created).toMatch(ISO_Z);
      expect(JSON.stringify(body)).not.toMatch(/"AT"|"RT"/);
      expect(headers.get('x-total-count')).toBe(String(ids.length));
      expect(headers.get('link')).toBeNull();
    });

    it('filters', async () => {
      const tags = { Customer: 'acme', plan: 'pro' };
      const end_user = {
        id: 'u-77',
        display_name: 'Grace Hopper',
        email: 'grace@navy.example',
        organization: { id: 'org-9' },
      };
      const a = await create({ tags });
      const b = await create({ end_user });
      const c = await create({ provider_config_key: 'two', connection_id: a, tags: { customer: 'acme' } });
      expect((await list(`?connectionId=${a}`)).ids).toEqual([c, a]);
      expect((await list(`?connectionId=${a}&integrationId=two`)).body.connections).toMatchObject([
        { provider_config_key: 'two' },
      ]);
      expect((await list(`?integrationId=one,two&connectionId=${a}`)).ids).toHaveLength(2);
      expect((await list('?integrationId=nope')).ids).toEqual([]);
      expect((await list('?tags[CUSTOMER]=acme')).ids).toEqual([c, a]);
      expect((await list('?tags%5Bcustomer%5D=acme&tags%5Bplan%5D=pro')).ids).toEqual([a]);
      expect((await list('?endUserId=u-77')).ids).toEqual([b]);
      expect((await list('?userId=u-77')).ids).toEqual([b]);
      expect((await list('?endUserOrganizationId=org-9')).ids).toEqual([b]);
      for (const text of ['GRACE', 'navy.ex', b.toUpperCase()])
        expect((await list(`?search=${text}`)).ids).toContain(b);
      expect((await list('?search=%25')).ids).toEqual([]);
    });

    it('pages, and leads to the next one', async () => {
      const tag = `page-${(counter += 1)}`;
      const made = [];
      for (let index = 0; index < 5; index += 1) made.unshift(await create({ tags: { set: tag } }));
      const first = await list(`?tags[set]=${tag}&limit=2`);
      expect(first.ids).toEqual(made.slice(0, 2));
      expect(first.headers.get('x-total-count')).toBe('5');
      const next = first.headers.get('link');
      expect(next).toBe(
        `<https://gateway.example.com/base/connections?tags%5Bset%5D=${tag}&limit=2&page=1>; rel="next"`,
      );
      const second = await list(`?tags[set]=${tag}&limit=2&page=1`);
      expect(second.ids).toEqual(made.slice(2, 4));
      const last = await list(`?tags[set]=${tag}&limit=2&page=2`);
      expect(last.ids).toEqual(made.slice(4));
      expect(last.headers.get('link')).toBeNull();
      expect((await list(`?tags[set]=${tag}&limit=2&page=9`)).ids).toEqual([]);
    });

    it.each([
      'limit=0',
      'limit=2001',
      'limit=x',
      'page=-1',
      'connectionId=',
      'search=',
      'search=%00',
      'colour=red',
      'tags=x',
      'tags[1]=x',
      `tags[a]=${'x'.repeat(256)}`,
      Array.from({ length: 11 }, (_, index) => `tags[t${index}]=x`).join('&'),
    ])('refuses ?%s', async (query) => {
      expect(await api.request('GET', `/connections?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_query_params' } },
      });
    });
  });

  describe('patch', () => {
    const patch = (id: string, body: unknown, integration = 'one') =>
      api.request('PATCH', `/connections/${id}?provider_config_key=${integration}`, { body });

    it('replaces tags and leaves the rest', async () => {
      const id = await create({ tags: { a: '1', b: '2' }, metadata: { m: 1 } });
      expect(await patch(id, { tags: { C: '3' } })).toMatchObject({ status: 200, body: { success: true } });
      expect((await get(id)).body).toMatchObject({ tags: { c: '3' }, metadata: { m: 1 } });
      expect(await patch(id, {})).toMatchObject({ status: 200 });
      expect((await get(id)).body.tags).toEqual({ c: '3' });
      await patch(id, { tags: {} });
      expect((await get(id)).body.tags).toEqual({});
    });

    it('sets and clears the webhook address under both names', async () => {
      const id = await create();
      for (const name of ['webhook_url', 'webhook_url_override']) {
        await patch(id, { [name]: 'https://hooks.example.com/x' });
        const { body } = await get(id);
        expect(body.webhook_url_override).toBe('https://hooks.example.com/x');
        expect(body.connection_config.webhook_url).toBe('https://hooks.example.com/x');
        await patch(id, { [name]: '' });
        expect((await get(id)).body.webhook_url_override).toBeNull();
        expect((await get(id)).body.connection_config).not.toHaveProperty('webhook_url');
      }
    });

    it('adds tags for an end user', async () => {
      const id = await create({ tags: { a: '1' } });
      await patch(id, { end_user: { id: 'u1' } });
      expect((await get(id)).body).toMatchObject({
        tags: { a: '1', end_user_id: 'u1' },
        end_user: { id: 'u1', email: null },
      });
    });

    it.each([
      ['an unknown integration', 'nope', {}, 400, 'unknown_provider_config'],
      ['an unknown connection', 'two', {}, 404, 'not_found'],
      ['an unknown key', 'one', { metadata: {} }, 400, 'invalid_body'],
      ['the gateway itself', 'one', { webhook_url: 'https://gateway.example.com/webhook' }, 400, 'invalid_body'],
      ['an address that is none', 'one', { webhook_url: 'hooks' }, 400, 'invalid_body'],
      ['a bad tag', 'one', { tags: { 'a b': 'x' } }, 400, 'invalid_body'],
    ])('%s is refused', async (_, integration, body, status, code) => {
      const id = await create();
      expect(await patch(id, body, integration)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  describe('delete', () => {
    const remove = (id: string, integration = 'one') =>
      api.request('DELETE', `/connections/${id}?provider_config_key=${integration}`);

    it('answers 200 without a body and forgets the credentials', async () => {
      const id = await create();
      const { status, body, headers } = await remove(id);
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect(headers.get('content-length')).toBe('0');
      expect(await get(id)).toMatchObject({ status: 404 });
      const { rows } = await api.database.query('SELECT credentials_sealed FROM connections WHERE connection_id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ credentials_sealed: null }]);
      const again = await create({ connection_id: id });
      expect((await get(again)).status).toBe(200);
    });

    it('refuses what does not exist', async () => {
      expect(await remove('nope')).toMatchObject({ status: 400, body: { error: { code: 'unknown_connection' } } });
      expect(await remove('x', 'nope')).toMatchObject({
        status: 400,
        body: { error: { code: 'unknown_provider_config' } },
      });
      expect(await api.request('DELETE', '/connections/x')).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_query_params' } },
      });
    });

    it('succeeds once of many at once', async () => {
      const id = await create();
      const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    });
  });

  describe('metadata', () => {
    const send = (method: 'POST' | 'PATCH', body: unknown, path = '/connections/metadata') =>
      api.request(method, path, { body });

    it('replaces with 201, merges with 200, echoes', async () => {
      const id = await create();
      const body = { connection_id: id, provider_config_key: 'one', metadata: { a: { deep: 1 }, b: 1 } };
      expect(await send('POST', body)).toMatchObject({ status: 201, body });
      const merge = { ...body, metadata: { a: { other: 2 }, c: null } };
      expect(await send('PATCH', merge, '/connection/metadata')).toMatchObject({ status: 200, body: merge });
      expect((await get(id)).body.metadata).toEqual({ a: { other: 2 }, b: 1, c: null });
      await send('POST', { ...body, metadata: {} });
      expect((await get(id)).body.metadata).toEqual({});
    });

    it('sets many, or none when one is missing', async () => {
      const ids = [await create(), await create()];
      const all = { connection_id: [...ids, ids[0]], provider_config_key: 'one', metadata: { x: 1 } };
      expect(await send('POST', all)).toMatchObject({ status: 201 });
      for (const id of ids) expect((await get(id)).body.metadata).toEqual({ x: 1 });
      const some = { connection_id: [...ids, 'nope'], provider_config_key: 'one', metadata: { x: 2 } };
      for (const method of ['POST', 'PATCH'] as const) {
        const { status, body } = await send(method, some);
        expect(status).toBe(404);
        expect(body.error.code).toBe('unknown_connection');
        expect(body.error.message).toContain('"nope"');
      }
      for (const id of ids) expect((await get(id)).body.metadata).toEqual({ x: 1 });
    });

    it.each([
      ['no connection', { metadata: {} }],
      ['an empty list', { connection_id: [], metadata: {} }],
      ['no metadata', { connection_id: 'x' }],
      ['a list as metadata', { connection_id: 'x', metadata: [] }],
      ['half a character', { connection_id: 'x', metadata: { a: '\ud800' } }],
      ['an unknown key', { connection_id: 'x', metadata: {}, more: 1 }],
    ])('%s: 400 invalid_body', async (_, body) => {
      expect(await send('POST', { provider_config_key: 'one', ...body })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body' } },
      });
    });

    it('needs the scope', async () => {
      const reader = await scoped(
        'environment:connections:read',
        'environment:connections:list',
        'environment:connections:create',
      );
      const body = { connection_id: 'x', provider_config_key: 'one', metadata: {} };
      expect(await api.request('POST', '/connections/metadata', { key: reader, body })).toMatchObject({ status: 403 });
      expect(await api.request('DELETE', '/connections/x?provider_config_key=one', { key: reader })).toMatchObject({
        status: 403,
      });
      expect(await api.request('GET', '/connections', { key: reader })).toMatchObject({ status: 200 });
    });
  });

  it('keeps environments apart', async () => {
    const id = await create();
    const { body: environment } = await api.asAccount('POST', '/environments', { name: 'other' });
    const body = { environment_id: environment.data.id, display_name: 'k' };
    const key = (await api.asAccount('POST', '/environment/api-keys', body)).body.data.secret;
    expect((await api.request('GET', '/connections', { key })).body.connections).toEqual([]);
    expect(await get(id, '', key)).toMatchObject({ status: 400, body: { error: { code: 'unknown_provider_config' } } });
  });
});
