import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc } from '@svc/client';
import { createTestDatabase, LocalServer, waitFor, type TestDatabase } from '@svc/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('providers that an environment defines for itself', () => {
  let database: TestDatabase;
  let api: ApiUnderTest;
  /** Another process on the same database. */
  let second: ApiUnderTest;
  let server: LocalServer;
  let counter = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    [api, second] = await Promise.all([ApiUnderTest.startOn(database.url), ApiUnderTest.startOn(database.url)]);
    server = await LocalServer.start((request, response) => {
      response.writeHead(request.headers['x-key'] === 'good' ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ path: request.url, key: request.headers['x-key'] }));
    });
  });

  afterAll(async () => {
    await Promise.all([api.close(), second.close()]);
    await server.close();
    await database.drop();
  });

  const newName = (): string => `ours-${(counter += 1)}`;
  const definition = (name: string, more: object = {}) => ({
    name,
    display_name: 'Ours',
    docs: 'https://ours.example/docs',
    auth_mode: 'API_KEY',
    proxy: {
      base_url: server.url,
      headers: { 'x-key': '${apiKey}' },
      verification: { method: 'GET', endpoints: ['/me'] },
    },
    ...more,
  });
  const create = (body: object) => api.request('POST', '/providers', { body });
  const created = async (): Promise<string> => {
    const name = newName();
    expect(await create(definition(name))).toMatchObject({ status: 201 });
    return name;
  };
  const namesOf = async (of: ApiUnderTest, key?: string): Promise<string[]> => {
    const { body } = await of.request('GET', '/providers', key === undefined ? {} : { key });
    return body.data.map(({ name }: { name: string }) => name);
  };
  /** Calls of both processes with the key of the first one's environment. */
  const asFirst = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    second.request(method, path, {
      key: api.account.secretKey,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });

  it('lets no key decide where credentials go that may not read them', async () => {
    const name = await created();
    const { body } = await api.asAccount('GET', '/environments');
    const answer = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: body.data[0].id,
      display_name: 'integrations only',
      scopes: ['environment:integrations:update', 'environment:integrations:create'],
    });
    const key = answer.body.data.secret;
    const proxyAt = (path: string) => ({ base_url: `${server.url}${path}`, headers: { 'x-key': '${apiKey}' } });
    const move = () => api.request('PATCH', `/providers/${name}`, { key, body: { proxy: proxyAt('/moved') } });
    expect((await move()).status).toBe(200);
    await api.request('POST', '/integrations', { body: { provider: name, unique_key: name } });
    expect(await move()).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    const proxy = proxyAt('/by-reader');
    expect((await api.request('PATCH', `/providers/${name}`, { body: { proxy } })).status).toBe(200);
  });

  it('answers 201 with the provider as it is read afterwards', async () => {
    const name = newName();
    const { status, body } = await create(definition(name));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name, display_name: 'Ours', auth_mode: 'API_KEY' });
    expect(body.data.logo_url).toMatch(new RegExp(`/images/template-logos/${name}\\.svg$`));
    expect((await api.request('GET', `/providers/${name}`)).body).toEqual(body);
    expect(await namesOf(api)).toContain(name);
    expect((await api.request('GET', `/providers?search=${name}`)).body.data).toEqual([body.data]);
  });

  it('is made, changed and deleted by the client', async () => {
    const client = new Svc({ apiKey: api.account.secretKey, host: api.url });
    const name = newName();
    const { data } = await client.createProvider({ name, alias: 'hubspot', display_name: 'Our CRM' });
    expect(data.token_url).toContain('hubapi.com');
    const changed = await client.updateProvider({ provider: name }, { display_name: 'Their CRM' });
    expect(changed.data.display_name).toBe('Their CRM');
    expect(await client.deleteProvider({ provider: name })).toEqual({ success: true });
    await expect(client.getProvider({ provider: name })).rejects.toMatchObject({ status: 404 });
  });

  it('shows it to nobody else', async () => {
    const name = await created();
    expect(await namesOf(second)).not.toContain(name);
    expect((await second.request('GET', `/providers/${name}`)).status).toBe(404);
    const body = { provider: name, unique_key: 'theirs' };
    expect((await second.request('POST', '/integrations', { body })).status).toBe(400);
    expect((await second.request('DELETE', `/providers/${name}`)).status).toBe(404);
    expect((await second.request('PATCH', `/providers/${name}`, { body: { display_name: 'Mine' } })).status).toBe(404);
    expect((await api.request('GET', '/providers.json', { key: '' })).body).not.toHaveProperty(name);
    // The same name is theirs to take.
    expect((await second.request('POST', '/providers', { body: definition(name) })).status).toBe(201);
  });

  it('is used like any other, at once, also by a process that did not make it', async () => {
    const name = await created();
    const integration = { provider: name, unique_key: `key-${name}` };
    expect((await asFirst('POST', '/integrations', integration)).status).toBe(200);
    const connect = (apiKey: string) =>
      asFirst('POST', '/connections', {
        provider_config_key: integration.unique_key,
        connection_id: 'one',
        credentials: { type: 'API_KEY', apiKey },
      });
    expect(await connect('bad')).toMatchObject({ status: 400, body: { error: { code: 'connection_test_failed' } } });
    expect((await connect('good')).status).toBe(201);
    const headers = { 'provider-config-key': integration.unique_key, 'connection-id': 'one' };
    const answer = await asFirst('GET', '/proxy/things', undefined, headers);
    expect(answer).toMatchObject({ status: 200, body: { path: '/things', key: 'good' } });
    const { body: session } = await asFirst('POST', '/connect/sessions', {});
    expect(await namesOf(api, session.data.token)).toContain(name);
  });

  it('keeps what it calls a secret from the browser of an end user', async () => {
    const name = newName();
    const connection_config = { region: { title: 'Region' }, pin: { title: 'PIN', secret: true } };
    const headers = {
      'x-key': '${apiKey}',
      'x-pin': '${connectionConfig.pin}',
      'x-region': '${connectionConfig.region}',
    };
    await create(definition(name, { connection_config, proxy: { base_url: server.url, headers } }));
    await api.request('POST', '/integrations', { body: { provider: name, unique_key: name } });
    const defaults = { [name]: { connection_config: { region: 'eu', pin: '1234' } } };
    const { body: session } = await asFirst('POST', '/connect/sessions', { integrations_config_defaults: defaults });
    for (const process of [api, second]) {
      const { body } = await process.request('GET', '/connect/session', { key: session.data.token });
      const shown = body.data.integrations_config_defaults[name].connection_config;
      expect(shown).toEqual({ region: 'eu', pin: '********' });
    }
  });

  it('changes field by field, and other processes learn of it', async () => {
    const name = await created();
    await asFirst('GET', `/providers/${name}`);
    const proxy = { ...definition(name).proxy, base_url: `${server.url}/v2` };
    const answer = await api.request('PATCH', `/providers/${name}`, { body: { display_name: 'New', proxy } });
    expect(answer).toMatchObject({ status: 200, body: { data: { display_name: 'New', auth_mode: 'API_KEY' } } });
    await api.request('PATCH', `/providers/${name}`, { body: { categories: ['crm'] } });
    await api.request('PATCH', `/providers/${name}`, { body: { categories: null } });
    const expected = { display_name: 'New', proxy: { base_url: `${server.url}/v2` } };
    const seen = await waitFor('the change in the other process', 20_000, async () => {
      const { data } = (await asFirst('GET', `/providers/${name}`)).body;
      return data.display_name === 'New' && !('categories' in data) && data;
    });
    expect(seen).toMatchObject(expected);
  });

  it('can be deleted once no integration uses it, and keeps its auth mode so long', async () => {
    const name = await created();
    await api.request('POST', '/integrations', { body: { provider: name, unique_key: `used-${name}` } });
    const refused = await api.request('DELETE', `/providers/${name}`);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(refused.body.error.message).toContain(`"used-${name}"`);
    const mode = { auth_mode: 'BASIC', proxy: { base_url: server.url } };
    expect((await api.request('PATCH', `/providers/${name}`, { body: mode })).status).toBe(409);
    await api.request('DELETE', `/integrations/used-${name}`);
    expect((await api.request('PATCH', `/providers/${name}`, { body: mode })).status).toBe(200);
    expect(await api.request('DELETE', `/providers/${name}`)).toMatchObject({ status: 200, body: { success: true } });
    expect((await api.request('GET', `/providers/${name}`)).status).toBe(404);
    const isGone = async () => (await asFirst('GET', `/providers/${name}`)).status === 404;
    expect(await waitFor('the end in the other process', 20_000, isGone)).toBe(true);
  });

  it('is not deleted while an integration is being made from it', async () => {
    const name = await created();
    const [made, deleted] = await Promise.all([
      api.request('POST', '/integrations', { body: { provider: name, unique_key: `race-${name}` } }),
      asFirst('DELETE', `/providers/${name}`),
    ]);
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([made.status, deleted.status]);
  });

  it('takes over from a provider of the catalogue', async () => {
    const name = newName();
    const { status, body } = await create({ name, alias: 'github', display_name: 'Our GitHub' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ auth_mode: 'OAUTH2', token_url: expect.stringContaining('github.com') });
  });

  it.each([
    ['a name of the catalogue', () => definition('hubspot')],
    ['another name of a provider', () => definition('gmail')],
  ])('leaves %s to the catalogue', async (_, body) => {
    expect(await create(body())).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  it('has a name once', async () => {
    const name = await created();
    expect((await create(definition(name))).status).toBe(409);
    expect((await api.request('PATCH', '/providers/hubspot', { body: { display_name: 'X' } })).status).toBe(404);
  });

  it.each([
    ['an unknown field', { colour: 'red' }, []],
    ['a name with capitals', { name: 'Ours' }, ['name']],
    ['other names', { aliases: ['mine'] }, []],
    ['no documentation', { docs: undefined }, ['docs']],
    ['an alias of nobody', { alias: 'no-such-provider' }, ['alias']],
    ['a key that is sent nowhere', { proxy: { base_url: 'https://x.example' } }, ['proxy']],
    [
      'a secret in the clear',
      { proxy: { base_url: 'https://x.example', headers: { a: '${apiKey}', authorization: 'Bearer hush' } } },
      ['proxy', 'headers', 'authorization'],
    ],
    [
      'a value that nobody has',
      { proxy: { base_url: 'https://${connectionConfig.sub}.x.example', headers: { a: '${apiKey}' } } },
      ['proxy', 'base_url'],
    ],
  ])('refuses %s', async (_, changes, path) => {
    const { status, body } = await create(definition(newName(), changes));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_body' });
    expect(body.error.errors.map((issue: { path: unknown }) => issue.path)).toContainEqual(path);
  });

  it('wants https where the gateway may not call private addresses', async () => {
    const strict = await ApiUnderTest.startOn(database.url, { ALLOW_PRIVATE_NETWORK: 'false' });
    try {
      const { status, body } = await strict.request('POST', '/providers', { body: definition(newName()) });
      expect([status, body.error.errors[0].path]).toEqual([400, ['proxy', 'base_url']]);
    } finally {
      await strict.close();
    }
  });

  it('wants a key that may create, change or delete integrations', async () => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environments.data[0].id,
      display_name: 'reader',
      scopes: ['environment:integrations:read'],
    });
    const name = await created();
    const as = (method: string, path: string, content?: object) =>
      api.request(method, path, { key: body.data.secret, ...(content && { body: content }) });
    expect((await as('POST', '/providers', definition(newName()))).status).toBe(403);
    expect((await as('PATCH', `/providers/${name}`, { display_name: 'X' })).status).toBe(403);
    expect((await as('DELETE', `/providers/${name}`)).status).toBe(403);
  });
});
