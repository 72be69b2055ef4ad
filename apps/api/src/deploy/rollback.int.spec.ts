import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('deploys and the way back', () => {
  let api: ApiUnderTest;
  let counter = 0;
  let key = '';

  beforeAll(async () => {
    api = await ApiUnderTest.start();
  });

  afterAll(async () => {
    await api.close();
  }, 60_000);

  beforeEach(async () => {
    key = `rollback-${(counter += 1)}`;
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: key } });
  });

  const flow = (type: 'sync' | 'action', syncName: string, text: string, changes: Record<string, unknown> = {}) => ({
    type,
    syncName,
    providerConfigKey: key,
    fileBody: { js: `module.exports.default = ${JSON.stringify({ type, text })};`, ts: `// ${text}` },
    models: type === 'sync' ? ['Issue'] : [],
    ...(type === 'sync' && { runs: 'every hour' }),
    ...changes,
  });
  const bodyOf = (flowConfigs: unknown[]) => ({
    flowConfigs,
    onEventScriptsByProvider: [{ providerConfigKey: key, scripts: [] }],
    reconcile: true,
    debug: false,
    deployMode: 'integration',
  });
  const deploy = async (...flows: unknown[]) => {
    const { status } = await api.request('POST', '/sync/deploy', { body: bodyOf(flows) });
    expect(status).toBe(200);
    return (await api.request('GET', '/functions/deploys?limit=1')).body.data[0].id as string;
  };
  const rollback = (body: unknown, path = '/functions/rollback') => api.request('POST', path, { body });
  const published = async (): Promise<Record<string, string>> => {
    const { body } = await api.request('GET', `/integrations/${key}/functions`);
    const entries = body.data.map(async ({ name, type }: { name: string; type: string }) => [
      `${type} ${name}`,
      (await api.request('GET', `/integrations/${key}/functions/${name}/code?type=${type}`)).body.code.slice(3),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };

  it('keeps versions and rolls one function back, further each time', async () => {
    for (const text of ['one', 'two', 'three'])
      await deploy(flow('action', 'greet', text), flow('action', 'stay', text));
    const versionsPath = `/integrations/${key}/functions/greet/versions`;
    const { data } = (await api.request('GET', versionsPath)).body;
    expect(data).toMatchObject([
      { version: '0.0.3', is_current: true },
      { version: '0.0.2', is_current: false },
      { version: '0.0.1', is_current: false },
    ]);
    const page = (await api.request('GET', `${versionsPath}?limit=2`)).body;
    expect((await api.request('GET', `${versionsPath}?limit=2&cursor=${page.next_cursor}`)).body).toMatchObject({
      data: [{ version: '0.0.1' }],
      next_cursor: null,
    });

    const one = { integration_id: key, name: 'greet' };
    const change = { change: 'updated', integration_id: key, type: 'action', name: 'greet' };
    expect(await rollback(one, '/functions/rollback/preview')).toMatchObject({
      status: 200,
      body: { data: { id: null, changes: [{ ...change, from: { version: '0.0.3' }, to: { version: '0.0.2' } }] } },
    });
    expect(await published()).toEqual({ 'action greet': 'three', 'action stay': 'three' });
    expect((await rollback(one)).body.data.changes).toHaveLength(1);
    expect(await published()).toEqual({ 'action greet': 'two', 'action stay': 'three' });
    await rollback(one);
    expect(await published()).toMatchObject({ 'action greet': 'one' });
    expect(await rollback(one)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    await rollback({ ...one, version_id: data[0].id });
    expect(await published()).toMatchObject({ 'action greet': 'three' });
    expect((await rollback({ ...one, version_id: data[0].id })).body.data).toMatchObject({ id: null, changes: [] });
  });

  it('rolls everything back at once: what was created, changed and deleted', async () => {
    const first = await deploy(flow('action', 'greet', 'one'), flow('sync', 'issues', 'one'));
    await deploy(flow('action', 'greet', 'two'), flow('action', 'extra', 'two'));
    await deploy(flow('action', 'greet', 'three'), flow('sync', 'issues', 'new'));
    expect(await rollback({})).toMatchObject({
      status: 200,
      body: {
        data: {
          id: expect.any(String),
          changes: [
            { change: 'created', name: 'extra' },
            { change: 'updated', name: 'greet' },
            { change: 'deleted', name: 'issues' },
          ],
        },
      },
    });
    expect(await published()).toEqual({ 'action greet': 'two', 'action extra': 'two' });
    const back = await rollback({});
    expect(back.body.data.restored_id).toBe(first);
    expect(await published()).toEqual({ 'action greet': 'one', 'sync issues': 'one' });

    const { data } = (await api.request('GET', '/functions/deploys?limit=1')).body;
    expect(data).toEqual([
      {
        id: back.body.data.id,
        kind: 'rollback',
        created_by: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
        created: 1,
        updated: 1,
        deleted: 1,
        restored_id: first,
        restorable: true,
      },
    ]);
    const details = (await api.request('GET', `/functions/deploys/${data[0].id}`)).body.data;
    expect(details.changes).toMatchObject([
      { change: 'deleted', name: 'extra', to: null },
      { change: 'updated', name: 'greet', to: { version: '0.0.1' } },
      { change: 'created', name: 'issues', from: null },
    ]);
  });

  it('goes to the state right after a named deploy, and forward again', async () => {
    const first = await deploy(flow('action', 'greet', 'one'));
    await deploy(flow('action', 'greet', 'two'));
    const third = await deploy(flow('action', 'greet', 'three'));
    await rollback({ deploy_id: first });
    expect(await published()).toEqual({ 'action greet': 'one' });
    await rollback({ deploy_id: third });
    expect(await published()).toEqual({ 'action greet': 'three' });
  });

  it('gives a sync that comes back an instance for every connection', async () => {
    const connection_id = `customer-${counter}`;
    await api.request('POST', '/connections', {
      body: {
        provider_config_key: key,
        connection_id,
        connection_config: { baseUrl: api.url },
        credentials: { type: 'NONE' },
      },
    });
    const first = await deploy(flow('sync', 'issues', 'one'));
    await deploy(flow('action', 'greet', 'one'));
    await rollback({ deploy_id: first });
    const { body } = await api.request(
      'GET',
      `/sync/status?syncs=*&provider_config_key=${key}&connection_id=${connection_id}`,
    );
    expect(body.syncs).toMatchObject([{ name: 'issues' }]);
  });

  it.each([
    ['a deploy that is not there', { deploy_id: '00000000-0000-4000-8000-000000000000' }, 404, 'not_found'],
    ['a function without its integration', { name: 'greet' }, 400, 'invalid_body'],
    ['a version without its function', { version_id: '00000000-0000-4000-8000-000000000000' }, 400, 'invalid_body'],
    ['a function that is not there', { integration_id: 'nowhere', name: 'greet' }, 404, 'not_found'],
    ['an unknown field', { everything: true }, 400, 'invalid_body'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await rollback(body)).toMatchObject({ status, body: { error: { code } } });
  });

  it('plans in detail: fields, schemas, what becomes of syncs, and the records that would be left behind', async () => {
    const connection_id = `customer-${counter}`;
    await api.request('POST', '/connections', {
      body: {
        provider_config_key: key,
        connection_id,
        connection_config: { baseUrl: api.url },
        credentials: { type: 'NONE' },
      },
    });
    const schemas = (title: string) => ({ models_json_schema: { definitions: { Issue: { title } } } });
    await deploy(
      flow('sync', 'issues', 'one', schemas('a')),
      flow('sync', 'users', 'one', { models: ['User'] }),
      flow('sync', 'same', 'one', { models: ['Same'] }),
    );
    await api.database.query(
      `INSERT INTO record_streams (environment_id, connection_id, model, live_count)
       SELECT environment_id, id, 'User', 12 FROM connections WHERE connection_id = $1`,
      [connection_id],
    );
    const body = bodyOf([
      flow('sync', 'issues', 'two', { ...schemas('b'), runs: 'every day' }),
      flow('sync', 'same', 'one', { models: ['Same'], metadata: { description: 'told' } }),
      flow('sync', 'fresh', 'one', { models: ['Fresh'] }),
    ]);
    const plan = (await api.request('POST', '/sync/deploy/confirmation', { body })).body;
    const entry = { providerConfigKey: key, type: 'sync' };
    expect(plan.changes).toEqual([
      { ...entry, name: 'fresh', change: 'created', fields: [], schemas: [], effect: 'starts' },
      {
        ...entry,
        name: 'issues',
        change: 'updated',
        fields: ['code', 'source', 'runs', 'schemas'],
        schemas: [{ name: 'Issue', change: 'changed' }],
        effect: 'restarts',
      },
      { ...entry, name: 'same', change: 'updated', fields: ['description'], schemas: [], effect: 'continues' },
      { ...entry, name: 'users', change: 'deleted', fields: [], schemas: [], effect: 'stops' },
    ]);
    expect(plan.drops).toEqual([{ providerConfigKey: key, model: 'User', records: 12 }]);
  });

  it('switches a function off and on', async () => {
    await deploy(flow('action', 'greet', 'one'), flow('sync', 'greet', 'one'));
    const path = `/integrations/${key}/functions/greet`;
    const patch = (query: string, enabled: unknown) => api.request('PATCH', `${path}${query}`, { body: { enabled } });
    expect(await patch('', false)).toMatchObject({ status: 409, body: { error: { code: 'ambiguous_function' } } });
    expect(await patch('?type=action', 'no')).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    expect(await patch('?type=action', false)).toMatchObject({ status: 200, body: { data: { enabled: false } } });
    expect((await api.request('GET', `${path}?type=action`)).body.data.enabled).toBe(false);
    expect((await api.request('GET', `${path}?type=sync`)).body.data.enabled).toBe(true);
    await deploy(flow('action', 'greet', 'two'), flow('sync', 'greet', 'one'));
    expect((await api.request('GET', `${path}?type=action`)).body.data.enabled).toBe(false);
    expect(await patch('?type=action', true)).toMatchObject({ body: { data: { enabled: true } } });
  });

  it('makes an integration have what a bundle holds, and says what that changed', async () => {
    const onEvent = {
      type: 'on-event',
      providerConfigKey: key,
      name: 'welcome',
      event: 'post-connection-creation',
      fileBody: { js: 'module.exports.default = {};', ts: '' },
    };
    const bundle = (functions: unknown[], path = '') =>
      api.request('POST', `/functions/deployments/bundle${path}`, {
        body: { reconciliationScope: { kind: 'integration', integrationId: key }, functions },
      });
    const named = (name: string) => ({ integrationId: key, name });
    const nothing = { created: [], updated: [], unchanged: [], deleted: [] };
    expect(await bundle([flow('action', 'a', 'one'), flow('action', 'b', 'one'), onEvent])).toMatchObject({
      status: 200,
      body: { ...nothing, created: [named('a'), named('b'), named('welcome')] },
    });
    const next = [flow('action', 'a', 'two'), onEvent, flow('sync', 'c', 'one')];
    const expected = {
      created: [named('c')],
      updated: [named('a')],
      unchanged: [named('welcome')],
      deleted: [named('b')],
    };
    expect((await bundle(next, '/preview')).body).toEqual(expected);
    expect(Object.keys(await published())).toContain('action b');
    expect((await bundle(next)).body).toEqual(expected);
    expect(Object.keys(await published())).toEqual(['action a', 'sync c', 'on-event welcome']);
    expect((await bundle([])).body.deleted).toHaveLength(3);
    const other = { ...flow('action', 'a', 'one'), providerConfigKey: 'other' };
    expect(await bundle([other])).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
  });

  it('deploys hundreds of functions at once', async () => {
    const many = Array.from({ length: 400 }, (_, number) => flow('action', `action-${number}`, `text ${number % 350}`));
    await deploy(...many);
    const { body } = await api.request('GET', `/integrations/${key}/functions?limit=1`);
    expect(body.pagination.total).toBe(400);
  });
});
