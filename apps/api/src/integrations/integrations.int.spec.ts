import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('/integrations', () => {
  let api: ApiUnderTest;
  let counter = 0;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
  });

  afterAll(async () => {
    await api.close();
  });

  const newKey = () => `it-${(counter += 1)}`;
  const create = (body: Record<string, unknown>) => api.request('POST', '/integrations', { body });
  const created = async (body: Record<string, unknown> = {}): Promise<string> => {
    const key = newKey();
    expect(await create({ provider: 'github', unique_key: key, ...body })).toMatchObject({ status: 200 });
    return key;
  };
  const patch = (key: string, body: unknown) =>
    api.request('PATCH', `/integrations/${encodeURIComponent(key)}`, { body });
  const credentialsOf = async (key: string) =>
    (await api.request('GET', `/integrations/${key}?include=credentials`)).body.data.credentials;
  const scoped = async (...scopes: string[]): Promise<string> => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environments.data[0].id,
      display_name: `key-${(counter += 1)}`,
      scopes,
    });
    return body.data.secret;
  };

  describe('create', () => {
    it('answers 200 with the public shape', async () => {
      const key = newKey();
      const { status, body } = await create({ provider: 'github', unique_key: key });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        unique_key: key,
        provider: 'github',
        display_name: 'GitHub',
        logo: expect.stringMatching(/^http.*\/images\/template-logos\/github\.svg$/),
        forward_webhooks: true,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    });

    it.each([
      ['an unknown provider', { provider: 'no-such' }, ['provider'], 'invalid_string'],
      ['no provider', { provider: undefined }, ['provider'], 'invalid_type'],
      ['an odd unique key', { unique_key: 'a/b' }, ['unique_key'], 'invalid_format'],
      ['a unique key of 256 characters', { unique_key: 'k'.repeat(256) }, ['unique_key'], 'too_big'],
      ['an empty display name', { display_name: '' }, ['display_name'], 'too_small'],
      ['an unknown key', { colour: 'red' }, [], 'unrecognized_keys'],
      [
        'another auth mode',
        { credentials: { type: 'BASIC', client_id: 'a' } },
        ['credentials', 'type'],
        'invalid_value',
      ],
      ['odd scopes', { credentials: { scopes: 'a b' } }, ['credentials', 'scopes'], 'custom'],
      ['a long client id', { credentials: { client_id: 'x'.repeat(256) } }, ['credentials', 'client_id'], 'too_big'],
      ['credentials that are no text', { credentials: { client_id: 1 } }, ['credentials', 'client_id'], 'invalid_type'],
      [
        'configuration that the provider does not have',
        { integration_config: { x: 'y' } },
        ['integration_config', 'x'],
        'unrecognized_keys',
      ],
      ['a wrong value of forward_webhooks', { forward_webhooks: 'yes' }, ['forward_webhooks'], 'invalid_type'],
      ['text that cannot be stored', { display_name: 'a\0b' }, ['display_name'], 'custom'],
    ])('%s: 400 invalid_body', async (_, change, path, code) => {
      const { status, body } = await create({ provider: 'github', unique_key: newKey(), ...change });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_body', errors: [{ code, path }] });
    });

    it('a key that is in use: 400 with the path uniqueKey', async () => {
      const key = await created();
      const { status, body } = await create({ provider: 'github', unique_key: key });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_body', errors: [{ path: ['uniqueKey'] }] });
    });

    it('checks integration_config against the fields of the provider', async () => {
      const bad = await create({
        provider: 'generic-oauth2',
        unique_key: newKey(),
        integration_config: { tokenUrl: 'ftp://x' },
      });
      expect(bad.body.error).toMatchObject({
        code: 'invalid_body',
        errors: [{ path: ['integration_config', 'tokenUrl'] }],
      });
      const custom = await create({ provider: 'generic-oauth2', unique_key: newKey(), custom: { a: 'b' } });
      expect(custom.body.error).toMatchObject({ code: 'invalid_body', errors: [{ path: ['custom'] }] });
      const good = await create({
        provider: 'generic-oauth2',
        unique_key: newKey(),
        integration_config: { tokenUrl: 'https://example.com/token' },
      });
      expect(good.status).toBe(200);
    });

    it('takes credentials as a plain map, and none at all', async () => {
      const key = await created({
        credentials: { client_id: 'id', client_secret: 'secret', scopes: 'repo, user:email', extra: 'x' },
      });
      expect(await credentialsOf(key)).toEqual({
        type: 'OAUTH2',
        client_id: 'id',
        client_secret: 'secret',
        scopes: 'repo,user:email',
        webhook_secret: null,
        extra: 'x',
      });
      expect(await credentialsOf(await created())).toMatchObject({ client_id: null, client_secret: null });
      const apiKey = newKey();
      await create({ provider: 'private-api-bearer', unique_key: apiKey });
      expect(await credentialsOf(apiKey)).toBeNull();
    });

    it('stores no secret in the clear', async () => {
      await created({ credentials: { client_id: 'id', client_secret: 'TOP-SECRET-VALUE' } });
      const { rows } = await api.database.query('SELECT * FROM integrations');
      expect(JSON.stringify(rows)).not.toContain('TOP-SECRET-VALUE');
    });
  });

  describe('get and list', () => {
    it('lists without credentials and takes no query', async () => {
      const key = await created({ credentials: { client_id: 'id', client_secret: 'HIDDEN' } });
      const { status, body } = await api.request('GET', '/integrations/');
      expect(status).toBe(200);
      expect(body.data).toEqual(expect.arrayContaining([expect.objectContaining({ unique_key: key })]));
      expect(JSON.stringify(body)).not.toContain('HIDDEN');
      expect(await api.request('GET', '/integrations?limit=1')).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_query_params' } },
      });
    });

    it('gives the webhook address where the provider sends webhooks', async () => {
      const key = 'odd key:~@.';
      await create({ provider: 'github', unique_key: key });
      const { body } = await api.request(
        'GET',
        `/integrations/${encodeURIComponent(key)}?include=webhook&include=credentials`,
      );
      expect(body.data.webhook_url).toMatch(/^http.*\/webhook\/[0-9a-f-]{36}\/odd%20key%3A~%40\.$/);
      expect(body.data.credentials).toBeDefined();
      const plain = newKey();
      await create({ provider: 'private-api-bearer', unique_key: plain });
      expect((await api.request('GET', `/integrations/${plain}?include=webhook`)).body.data.webhook_url).toBeNull();
    });

    it('leaves out what was not asked for, and refuses what does not exist', async () => {
      const key = await created();
      const { body } = await api.request('GET', `/integrations/${key}`);
      expect(Object.keys(body.data)).not.toEqual(expect.arrayContaining(['webhook_url']));
      expect(Object.keys(body.data)).not.toEqual(expect.arrayContaining(['credentials']));
      expect(await api.request('GET', `/integrations/${key}?include=all`)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_query_params' } },
      });
      expect(await api.request('GET', '/integrations/nope')).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    });

    it('leaves credentials out for a key without the scope', async () => {
      const key = await created({ credentials: { client_id: 'id' } });
      const reader = await scoped('environment:integrations:read');
      const { status, body } = await api.request('GET', `/integrations/${key}?include=credentials`, { key: reader });
      expect(status).toBe(200);
      expect(body.data).not.toHaveProperty('credentials');
      const superset = await scoped('environment:integrations:read_credentials');
      expect(
        (await api.request('GET', `/integrations/${key}?include=credentials`, { key: superset })).body.data.credentials
          .client_id,
      ).toBe('id');
      expect(await api.request('GET', '/integrations', { key: superset })).toMatchObject({ status: 403 });
      expect(await api.request('DELETE', `/integrations/${key}`, { key: reader })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      });
    });
  });

  describe('update', () => {
    it('changes only what is given and merges credentials by key; empty text clears', async () => {
      const key = await created({
        display_name: 'One',
        credentials: { client_id: 'a', client_secret: 'b', webhook_secret: 'c' },
      });
      const { status, body } = await patch(key, {
        forward_webhooks: false,
        credentials: { client_secret: 'B', webhook_secret: '' },
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ unique_key: key, display_name: 'One', forward_webhooks: false });
      expect(await credentialsOf(key)).toMatchObject({ client_id: 'a', client_secret: 'B', webhook_secret: null });
      expect((await patch(key, { display_name: 'Two' })).body.data).toMatchObject({
        display_name: 'Two',
        forward_webhooks: false,
      });
      expect(await credentialsOf(key)).toMatchObject({ client_secret: 'B' });
    });

    it('merges integration_config and clears optional fields', async () => {
      const key = newKey();
      await create({
        provider: 'generic-oauth2',
        unique_key: key,
        integration_config: { tokenUrl: 'https://a.example.com/t' },
      });
      expect(await patch(key, { integration_config: { authorizationUrl: 'https://a.example.com/a' } })).toMatchObject({
        status: 200,
      });
      expect(await patch(key, { integration_config: { tokenUrl: '' } })).toMatchObject({ status: 200 });
      expect(await patch(key, { integration_config: { other: 'x' } })).toMatchObject({ status: 400 });
      expect(await patch(key, { custom: { a: 'b' } })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body' } },
      });
    });

    it('merges custom values of a provider without fields of its own', async () => {
      const key = await created();
      for (const custom of [
        { a: '1', b: '2' },
        { b: '', c: '3' },
      ])
        expect(await patch(key, { custom })).toMatchObject({ status: 200 });
      const { rows } = await api.database.query('SELECT custom FROM integrations WHERE unique_key = $1', [key]);
      expect(rows).toEqual([{ custom: { a: '1', c: '3' } }]);
    });

    it('renames without connections only', async () => {
      const key = await created();
      const renamed = newKey();
      expect((await patch(key, { unique_key: renamed })).body.data.unique_key).toBe(renamed);
      expect(await api.request('GET', `/integrations/${key}`)).toMatchObject({ status: 404 });
      const taken = await created();
      expect(await patch(renamed, { unique_key: taken })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body' } },
      });
      await api.request('POST', '/connections', {
        body: { provider_config_key: renamed, credentials: { type: 'OAUTH2', access_token: 'x' } },
      });
      const refused = await patch(renamed, { unique_key: newKey() });
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body', errors: [{ path: ['uniqueKey'] }] } },
      });
      expect(await patch(renamed, { unique_key: renamed, display_name: 'Same key' })).toMatchObject({ status: 200 });
    });

    it('decides between two renames to one key', async () => {
      const [first, second, wanted] = [await created(), await created(), newKey()];
      const answers = await Promise.all([patch(first, { unique_key: wanted }), patch(second, { unique_key: wanted })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    it.each([
      ['an unknown integration', 'nope', {}, 404, 'not_found'],
      ['an unknown key', undefined, { provider: 'github' }, 400, 'invalid_body'],
      ['another auth mode', undefined, { credentials: { type: 'APP' } }, 400, 'invalid_body'],
      ['no object', undefined, [], 400, 'invalid_body'],
    ])('%s is refused', async (_, name, body, status, code) => {
      expect(await patch(name ?? (await created()), body)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  describe('delete', () => {
    it('takes connections and their credentials along and frees the key', async () => {
      const key = await created();
      const connection = {
        provider_config_key: key,
        connection_id: 'gone',
        credentials: { type: 'OAUTH2', access_token: 'x' },
      };
      expect(await api.request('POST', '/connections', { body: connection })).toMatchObject({ status: 201 });
      expect(await api.request('DELETE', `/integrations/${key}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await api.request('DELETE', `/integrations/${key}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
      const { rows } = await api.database.query(
        `SELECT c.credentials_sealed, c.deleted_at IS NOT NULL AS deleted FROM connections c JOIN integrations i ON i.id = c.integration_id
          WHERE i.unique_key = $1`,
        [key],
      );
      expect(rows).toEqual([{ credentials_sealed: null, deleted: true }]);
      expect(await create({ provider: 'github', unique_key: key })).toMatchObject({ status: 200 });
      expect((await api.request('GET', `/connections?integrationId=${key}`)).body.connections).toEqual([]);
    });
  });
});
