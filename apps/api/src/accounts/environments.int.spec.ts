import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('environments and their keys', () => {
  let testDatabase: TestDatabase;
  let api: ApiUnderTest;
  /** An environment of its own for each test. */
  let environment: { id: number; name: string; secret_key: string };

  const create = async (name: string, more: object = {}) =>
    await api.asAccount('POST', '/environments', { name, ...more });
  const createKey = async (body: object) =>
    await api.asAccount('POST', '/environment/api-keys', { environment_id: environment.id, ...body });
  const listKeys = async (query = '') =>
    await api.asAccount('GET', `/environment/api-keys?environment_id=${environment.id}${query}`);

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    api = await ApiUnderTest.startOn(testDatabase.url);
  });

  beforeEach(async () => {
    environment = (await create(`e-${randomUUID().slice(0, 8)}`)).body.data;
  });

  afterAll(async () => {
    await api.close();
    await testDatabase.drop();
  });

  describe('environments', () => {
    it('are made with a default key that works', async () => {
      expect(environment.secret_key).toMatch(new RegExp(`^svc_sk_${environment.name}_[0-9A-Za-z]{43}$`));
      expect((await api.request('GET', '/environment-variables', { key: environment.secret_key })).status).toBe(200);
      expect((await listKeys()).body.data).toMatchObject([
        { display_name: 'Default - Full access', scopes: ['environment:*'] },
      ]);
    });

    it('take every setting of the contract and keep secrets sealed', async () => {
      const { status, body } = await create('settings', {
        is_production: false,
        callback_url: 'https://app.test/callback',
        hmac_key: 'hmac-secret',
        hmac_enabled: true,
        slack_notifications: false,
        otlp_endpoint: 'https://otlp.test',
        otlp_headers: { authorization: 'otlp-secret' },
      });
      expect({ status, body }).toMatchObject({ status: 200, body: { data: { name: 'settings' } } });
      const { rows } = await api.database.query('SELECT * FROM environments WHERE id = $1', [body.data.id]);
      expect(rows[0]).toMatchObject({ callback_url: 'https://app.test/callback', settings: { hmac_enabled: true } });
      expect(JSON.stringify(rows[0])).not.toMatch(/hmac-secret|otlp-secret/);
    });

    it.each([
      ['a taken name', { name: 'dev' }, 409, 'conflict'],
      ['a name with capitals', { name: 'Dev' }, 400, 'invalid_body'],
      ['no name', {}, 400, 'invalid_body'],
      ['a production environment that is none', { name: 'prod', is_production: false }, 400, 'invalid_is_prod_flag'],
    ])('refuse %s', async (_, body, status, code) => {
      expect(await api.asAccount('POST', '/environments', body)).toMatchObject({ status, body: { error: { code } } });
    });

    it('are listed page by page', async () => {
      const names: string[] = [];
      let cursor: string | null = '';
      for (let page = 0; cursor !== null && page < 100; page += 1) {
        const { body } = await api.asAccount('GET', `/environments?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
        expect(body.data).toHaveLength(1);
        names.push(body.data[0].name);
        cursor = body.next_cursor;
      }
      expect(names).toEqual(expect.arrayContaining(['dev', environment.name]));
      expect(new Set(names).size).toBe(names.length);
      expect((await api.asAccount('GET', '/environments')).body.data).toHaveLength(names.length);
    });

    it.each(['nonsense', Buffer.from('api-keys:1').toString('base64url')])('refuse the cursor %s', async (cursor) => {
      expect(await api.asAccount('GET', `/environments?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_query_params', errors: [{ path: ['cursor'] }] } },
      });
    });

    it('can be deleted, and their keys stop working', async () => {
      expect((await api.asAccount('DELETE', `/environments/${environment.id}`)).status).toBe(204);
      expect(
        (await api.request('GET', '/environment-variables', { key: environment.secret_key })).body.error.code,
      ).toBe('unknown_account');
      expect((await api.asAccount('DELETE', `/environments/${environment.id}`)).status).toBe(404);
      expect((await create(environment.name)).status).toBe(200);
    });

    it('take their functions and syncs along', async () => {
      await api.database.query(
        `WITH integration AS (
           INSERT INTO integrations (environment_id, unique_key, provider, display_name) VALUES ($1, 'a', 'b', 'c') RETURNING id),
         connection AS (
           INSERT INTO connections (environment_id, integration_id, connection_id) SELECT $1, id, 'ann' FROM integration RETURNING id),
         function AS (
           INSERT INTO functions (environment_id, integration_id, type, name) SELECT $1, id, 'sync', 'issues' FROM integration RETURNING id)
         INSERT INTO syncs (environment_id, integration_id, connection_id, function_id, name)
         SELECT $1, integration.id, connection.id, function.id, 'issues' FROM integration, connection, function`,
        [environment.id],
      );
      expect((await api.asAccount('DELETE', `/environments/${environment.id}`)).status).toBe(204);
      const { rows } = await api.database.query('SELECT deleted_at FROM syncs WHERE environment_id = $1', [
        environment.id,
      ]);
      expect(rows).toEqual([{ deleted_at: expect.any(Date) }]);
    });

    it('cannot be deleted in production, or by another account', async () => {
      const production = await create('live', { is_production: true });
      expect(await api.asAccount('DELETE', `/environments/${production.body.data.id}`)).toMatchObject({
        status: 400,
        body: { error: { code: 'cannot_delete_prod_environment' } },
      });
      const other = await ApiUnderTest.startOn(testDatabase.url);
      expect((await other.asAccount('DELETE', `/environments/${environment.id}`)).status).toBe(404);
      await other.close();
    });
  });

  describe('API keys', () => {
    it('have full access, or the scopes that were asked for', async () => {
      const full = await createKey({ display_name: 'full' });
      expect(full).toMatchObject({ status: 200, body: { data: { display_name: 'full', scopes: ['environment:*'] } } });
      const narrow = await createKey({ display_name: 'narrow', scopes: ['environment:records:read'] });
      const { secret } = narrow.body.data;
      expect(await api.request('GET', '/environment-variables', { key: secret })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      });
      const patched = await api.asAccount('PATCH', `/environment/api-keys/${narrow.body.data.id}`, {
        scopes: ['environment:variables:read'],
      });
      expect(patched).toMatchObject({
        status: 200,
        body: { data: { display_name: 'narrow', scopes: ['environment:variables:read'] } },
      });
      expect((await api.request('GET', '/environment-variables', { key: secret })).status).toBe(200);
    });

    it('are shown without their secret, with when they were used last', async () => {
      const { body } = await createKey({ display_name: 'mine' });
      const before = (await listKeys()).body.data;
      expect(before[1]).toEqual({
        id: body.data.id,
        display_name: 'mine',
        scopes: ['environment:*'],
        last_used_at: null,
        created_at: expect.stringMatching(/Z$/),
      });
      await api.request('GET', '/environment-variables', { key: body.data.secret });
      let used: string | null = null;
      for (let attempt = 0; used === null && attempt < 50; attempt += 1)
        used = (await listKeys()).body.data[1].last_used_at;
      expect(Date.parse(used ?? '')).toBeGreaterThan(Date.now() - 60_000);
      const { rows } = await api.database.query('SELECT hash FROM api_keys WHERE id = $1', [body.data.id]);
      expect(rows[0]?.['hash']).toHaveLength(32);
    });

    it('are named once in an environment', async () => {
      const { body } = await createKey({ display_name: 'one' });
      const conflict = { status: 409, body: { error: { code: 'conflict' } } };
      expect(await createKey({ display_name: 'one' })).toMatchObject(conflict);
      const other = await createKey({ display_name: 'two' });
      const rename = { display_name: 'one' };
      expect(await api.asAccount('PATCH', `/environment/api-keys/${other.body.data.id}`, rename)).toMatchObject(
        conflict,
      );
      expect(await api.asAccount('PATCH', `/environment/api-keys/${body.data.id}`, rename)).toMatchObject({
        status: 200,
      });
    });

    it('are at most 50', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, number) => createKey({ display_name: `key ${number}` })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
      expect(answers.find(({ status }) => status !== 200)).toMatchObject({
        status: 400,
        body: { error: { code: 'resource_capped' } },
      });
      const first = await listKeys('&limit=30');
      const second = await listKeys(`&limit=30&cursor=${first.body.next_cursor}`);
      expect(first.body.data).toHaveLength(30);
      expect(second.body).toMatchObject({ data: { length: 20 }, next_cursor: null });
    });

    it('stop working when they are deleted', async () => {
      const { body } = await createKey({ display_name: 'short-lived' });
      const { id, secret } = body.data;
      expect((await api.request('GET', '/environment-variables', { key: secret })).status).toBe(200);
      const remove = { environment_id: environment.id, key_id: id };
      expect(await api.asAccount('DELETE', '/environment/api-keys', remove)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect((await api.request('GET', '/environment-variables', { key: secret })).status).toBe(401);
      expect((await api.asAccount('DELETE', '/environment/api-keys', remove)).status).toBe(404);
    });

    it.each([
      ['an unknown scope', { display_name: 'x', scopes: ['environment:everything'] }, 400, 'invalid_body'],
      ['no scope', { display_name: 'x', scopes: [] }, 400, 'invalid_body'],
      ['a scope twice', { display_name: 'x', scopes: ['environment:proxy', 'environment:proxy'] }, 400, 'invalid_body'],
      ['a long name', { display_name: 'x'.repeat(256) }, 400, 'invalid_body'],
      ['an unknown environment', { display_name: 'x', environment_id: 999_999 }, 404, 'not_found'],
    ])('refuse %s', async (_, body, status, code) => {
      expect(await createKey(body)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  describe('variables', () => {
    const replace = async (variables: unknown) =>
      await api.asAccount('POST', '/environment-variables', { environment_id: environment.id, variables });
    const read = async () => (await api.request('GET', '/environment-variables', { key: environment.secret_key })).body;

    it('are a bare array, replaced as a whole and sealed', async () => {
      expect(await read()).toEqual([]);
      await replace([
        { name: 'B', value: 'two' },
        { name: 'A', value: 'one' },
      ]);
      expect(await read()).toEqual([
        { name: 'A', value: 'one' },
        { name: 'B', value: 'two' },
      ]);
      expect(await replace([{ name: 'C', value: 'three' }])).toMatchObject({ status: 200, body: { success: true } });
      expect(await read()).toEqual([{ name: 'C', value: 'three' }]);
      const { rows } = await api.database.query(
        'SELECT value_sealed FROM environment_variables WHERE environment_id = $1',
        [environment.id],
      );
      expect(JSON.stringify(rows)).not.toContain('three');
    });

    it('have different names', async () => {
      const twice = [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ];
      expect(await replace(twice)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body', errors: [{ path: ['variables', '1', 'name'] }] } },
      });
    });

    it('are set and removed one by one with a key that may write them', async () => {
      const { body } = await api.asAccount('POST', '/environment/api-keys', {
        environment_id: environment.id,
        display_name: 'variables',
        scopes: ['environment:variables:write'],
      });
      const key = body.data.secret;
      const set = async (name: string, value: string) =>
        await api.request('PUT', `/environment-variables/${encodeURIComponent(name)}`, { key, body: { value } });
      expect(await set('A', 'one')).toMatchObject({ status: 200, body: { success: true } });
      await set('A', 'two');
      await set('my name/1', 'three');
      expect(await read()).toEqual([
        { name: 'A', value: 'two' },
        { name: 'my name/1', value: 'three' },
      ]);
      const remove = () => api.request('DELETE', '/environment-variables/A', { key });
      expect(await remove()).toMatchObject({ status: 200 });
      expect(await remove()).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
      expect(await read()).toEqual([{ name: 'my name/1', value: 'three' }]);
      expect(await set('B', '')).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
      expect(await api.request('GET', '/environment-variables', { key })).toMatchObject({ status: 403 });
    });

    it('are at most 100, and those that are there can still be changed', async () => {
      await replace(Array.from({ length: 99 }, (_, number) => ({ name: `V${number}`, value: 'x' })));
      const set = async (name: string) =>
        (
          await api.request('PUT', `/environment-variables/${name}`, {
            key: environment.secret_key,
            body: { value: 'y' },
          })
        ).status;
      expect((await Promise.all(['X1', 'X2', 'X3'].map(set))).sort()).toEqual([200, 400, 400]);
      expect(await set('V5')).toBe(200);
    });
  });

  it('rotates the webhook signing key', async () => {
    const rotate = () =>
      api.request('POST', '/environment/webhook-signing-key/rotate', { key: environment.secret_key });
    const first = await rotate();
    const second = await rotate();
    expect(first).toMatchObject({
      status: 200,
      body: { data: { webhook_signing_key: expect.stringMatching(/^\w{43}$/) } },
    });
    expect(second.body.data.webhook_signing_key).not.toBe(first.body.data.webhook_signing_key);
  });
});
