import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiUnderTest, type TestAnswer } from '../testing/api-under-test.js';

const script = (text: string) => `module.exports.default = { type: 'sync', text: ${JSON.stringify(text)} };`;

describe('deploys', () => {
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
    key = await newIntegration();
  });

  async function newIntegration(): Promise<string> {
    const uniqueKey = `deploy-${(counter += 1)}`;
    const body = { provider: 'unauthenticated', unique_key: uniqueKey };
    expect(await api.request('POST', '/integrations', { body })).toMatchObject({ status: 200 });
    return uniqueKey;
  }

  async function newConnection(providerConfigKey: string): Promise<string> {
    const body = {
      provider_config_key: providerConfigKey,
      connection_id: `customer-${(counter += 1)}`,
      connection_config: { baseUrl: api.url },
      credentials: { type: 'NONE' },
    };
    const { status } = await api.request('POST', '/connections', { body });
    expect(status).toBeLessThan(300);
    return body.connection_id;
  }

  const sync = (name: string, changes: Record<string, unknown> = {}) => ({
    type: 'sync',
    syncName: name,
    providerConfigKey: key,
    fileBody: { js: script(name), ts: `// ${name}` },
    models: ['Issue'],
    runs: 'every hour',
    ...changes,
  });

  const action = (name: string, changes: Record<string, unknown> = {}) => ({
    type: 'action',
    syncName: name,
    providerConfigKey: key,
    fileBody: { js: script(name), ts: `// ${name}` },
    models: ['Output'],
    input: 'Input',
    models_json_schema: {
      definitions: {
        Input: { type: 'object', properties: { title: { type: 'string' } } },
        Output: { type: 'object' },
      },
    },
    metadata: { description: `Does ${name}`, scopes: ['issues:write'] },
    ...changes,
  });

  const request = (flowConfigs: unknown[], changes: Record<string, unknown> = {}) => ({
    flowConfigs,
    reconcile: true,
    debug: false,
    deployMode: 'integration',
    sdkVersion: '0.1.0-zero',
    ...changes,
  });

  const deploy = (body: unknown): Promise<TestAnswer> => api.request('POST', '/sync/deploy', { body });
  const plan = (body: unknown): Promise<TestAnswer> => api.request('POST', '/sync/deploy/confirmation', { body });
  const named = async (): Promise<string[]> => {
    const { body } = await api.request('GET', `/integrations/${key}/functions`);
    return body.data.map((entry: { type: string; name: string }) => `${entry.type} ${entry.name}`);
  };
  const versions = async (): Promise<number> => {
    const { rows } = await api.database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM function_versions v JOIN functions f ON f.id = v.function_id
         JOIN integrations i ON i.id = f.integration_id WHERE i.unique_key = $1`,
      [key],
    );
    return rows[0]?.total ?? 0;
  };

  it('publishes what the plan announced', async () => {
    const onEventScriptsByProvider = [
      {
        providerConfigKey: key,
        scripts: [{ name: 'greet', fileBody: { js: script('greet'), ts: '' }, event: 'post-connection-creation' }],
      },
    ];
    const body = request([sync('issues'), action('create-issue')], { onEventScriptsByProvider });
    expect(await plan(body)).toMatchObject({
      status: 200,
      body: {
        newSyncs: [{ name: 'issues', providerConfigKey: key, auto_start: true, connections: 0 }],
        newActions: [{ name: 'create-issue', providerConfigKey: key }],
        newOnEventScripts: [{ name: 'greet', providerConfigKey: key, event: 'post-connection-creation' }],
        updatedSyncs: [],
        deletedSyncs: [],
        deletedModels: [],
      },
    });
    expect(await named()).toEqual([]);

    const deployed = await deploy(body);
    expect(deployed.status).toBe(200);
    expect(deployed.body).toEqual([
      {
        id: expect.any(Number),
        name: 'issues',
        type: 'sync',
        providerConfigKey: key,
        version: '0.0.1',
        last_deployed: expect.stringMatching(/Z$/),
        input: null,
        models: ['Issue'],
        runs: 'every hour',
      },
      expect.objectContaining({ name: 'create-issue', type: 'action', input: 'Input', models: ['Output'], runs: null }),
      expect.objectContaining({ name: 'greet', type: 'on-event' }),
    ]);
    expect(await named()).toEqual(['action create-issue', 'on-event greet', 'sync issues']);
  });

  it('makes no version of what has not changed', async () => {
    const body = request([sync('issues'), action('create-issue')]);
    const { body: first } = await deploy(body);
    expect((await plan(body)).body).toMatchObject({ newSyncs: [], updatedSyncs: [], updatedActions: [] });
    expect((await deploy(body)).body).toEqual(first);
    expect(await versions()).toBe(2);
  });

  it.each([
    ['its script', { fileBody: { js: script('other'), ts: '// issues' } }],
    ['its source', { fileBody: { js: script('issues'), ts: '// other' } }],
    ['its source map', { fileBody: { js: script('issues'), ts: '// issues', map: '{}' } }],
    ['its frequency', { runs: 'every 2 hours' }],
    ['its version', { version: '2.0.0' }],
  ])('publishes a new version when a function changes in %s', async (_, change) => {
    await deploy(request([sync('issues')]));
    const body = request([sync('issues', change)]);
    expect((await plan(body)).body.updatedSyncs).toMatchObject([{ name: 'issues' }]);
    expect((await deploy(body)).body[0].version).toBe('version' in change ? change.version : '0.0.2');
    expect(await versions()).toBe(2);
  });

  it('takes a rename as a new function beside a deleted one', async () => {
    await newConnection(key);
    await deploy(request([sync('issues'), action('create-issue')]));
    const body = request([sync('tickets', { models: ['Ticket'] }), action('create-issue')]);
    expect((await plan(body)).body).toMatchObject({
      newSyncs: [{ name: 'tickets', connections: 1 }],
      deletedSyncs: [{ name: 'issues', connections: 1 }],
      deletedModels: ['Issue'],
      updatedActions: [],
    });
    await deploy(body);
    expect(await named()).toEqual(['action create-issue', 'sync tickets']);
  });

  it('gives the syncs of existing connections instances, and takes them away with the function', async () => {
    const connectionId = await newConnection(key);
    const instances = async (): Promise<string[]> => {
      const { rows } = await api.database.query<{ name: string }>(
        `SELECT s.name FROM syncs s JOIN connections c ON c.id = s.connection_id
          WHERE c.connection_id = $1 AND s.deleted_at IS NULL ORDER BY s.name`,
        [connectionId],
      );
      return rows.map(({ name }) => name);
    };
    await deploy(request([sync('issues'), sync('users', { models: ['User'] })]));
    expect(await instances()).toEqual(['issues', 'users']);
    await deploy(request([sync('users', { models: ['User'] })]));
    expect(await instances()).toEqual(['users']);
  });

  it('deletes only what the deploy speaks for', async () => {
    await deploy(request([sync('issues'), sync('users', { models: ['User'] })]));
    const other = await newIntegration();
    await deploy(request([sync('other', { providerConfigKey: other })]));
    await deploy(request([sync('issues', { runs: 'every day' })], { deployMode: 'single' }));
    await deploy(request([sync('issues')], { reconcile: false }));
    expect(await named()).toEqual(['sync issues', 'sync users']);
    await deploy(request([], { onEventScriptsByProvider: [{ providerConfigKey: key, scripts: [] }] }));
    expect(await named()).toEqual([]);
    expect((await api.request('GET', `/integrations/${other}/functions`)).body.pagination.total).toBe(1);
  });

  it('changes nothing when one function of many is wrong', async () => {
    await deploy(request([sync('issues')]));
    const broken = sync('users', { fileBody: { js: 'const a = ;', ts: '' } });
    const body = request([sync('issues', { runs: 'every day' }), action('create-issue'), broken]);
    const refused = await deploy(body);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_body', errors: [{ path: ['flowConfigs', '2', 'fileBody', 'js'] }] } },
    });
    expect(refused.body.error.message).toMatch(/sync "users".*does not parse.*1:10/);
    expect(await named()).toEqual(['sync issues']);
    expect(await versions()).toBe(1);
  });

  it('lists every problem at once', async () => {
    const { status, body } = await plan(
      request([
        sync('issues', { runs: 'every 5 seconds' }),
        sync('users', { models: ['user'], runs: 'cron: 0 25 * * *' }),
        sync('users'),
        sync('full', { track_deletes: true, sync_type: 'incremental' }),
        sync('odd', { metadata: { description: 'NUL \u0000' } }),
        sync('nul', { fileBody: { js: script('a'), ts: 'a\u0000b' } }),
      ]),
    );
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_body');
    const paths = body.error.errors.map((issue: { path: string[] }) => issue.path.slice(1).join('.'));
    expect(paths.sort()).toEqual([
      '0.runs',
      '1.models.0',
      '1.runs',
      '2',
      '3.track_deletes',
      '4.description',
      '5.fileBody',
    ]);
  });

  it('names every integration that is missing', async () => {
    const flows = [
      sync('issues'),
      sync('a', { providerConfigKey: 'no-such' }),
      sync('b', { providerConfigKey: 'nor this' }),
    ];
    const { status, body } = await deploy(request(flows));
    expect(status).toBe(400);
    expect(body.error.code).toBe('unknown_provider_config');
    const messages = body.error.errors.map(({ message }: { message: string }) => message).join('\n');
    expect(messages).toMatch(/"no-such"[^]*"nor this"/);
    expect(await named()).toEqual([]);
  });

  it.each([
    ['an unknown key', { unknown: 1 }],
    ['a missing field', { reconcile: undefined }],
    ['a mode that is none', { deployMode: 'some' }],
    ['an sdk version of another form', { sdkVersion: '1.0' }],
    ['a name with odd characters', { flowConfigs: [{ type: 'sync', syncName: '../etc' }] }],
    ['functions that are no list', { flowConfigs: {} }],
  ])('refuses %s', async (_, change) => {
    expect(await deploy({ ...request([]), ...change })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_body' } },
    });
  });

  it('lets one deploy of an environment run at a time', async () => {
    const { rows } = await api.database.query<{ id: number }>(
      `SELECT environment_id AS id FROM integrations WHERE unique_key = $1`,
      [key],
    );
    await api.database.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock($1, $2)`, [0x6465_706c, rows[0]?.id]);
      const { status, body } = await deploy(request([sync('issues')]));
      expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'concurrent_deployment' });
    });
    expect((await deploy(request([sync('issues')]))).status).toBe(200);
  });

  it('refuses or serialises deploys that arrive together, and ends with one of them whole', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        deploy(request([sync(`a${index}`), sync(`b${index}`, { models: ['Second'] })])),
      ),
    );
    for (const { status, body } of answers)
      expect([status, body.error?.code]).toEqual(status === 200 ? [200, undefined] : [409, 'concurrent_deployment']);
    const left = await named();
    expect(left).toHaveLength(2);
    expect(left[0]?.slice(-1)).toBe(left[1]?.slice(-1));
  });

  it('needs the scope to deploy', async () => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environments.data[0].id,
      display_name: `reader-${counter}`,
      scopes: ['environment:records:read'],
    });
    const secret = body.data?.secret;
    const answer = await api.request('POST', '/sync/deploy', { key: secret, body: request([]) });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  });

  describe('functions that are deployed', () => {
    beforeEach(async () => {
      await deploy(
        request([sync('issues'), action('issues'), action('create-issue')], {
          onEventScriptsByProvider: [
            {
              providerConfigKey: key,
              scripts: [{ name: 'hook', fileBody: { js: '1', ts: '' }, event: 'validate-connection' }],
            },
          ],
        }),
      );
    });

    const get = (path: string) => api.request('GET', `/integrations/${key}/functions${path}`);

    it('are listed by page, type and part of the name', async () => {
      expect((await get('?limit=2&page=1')).body).toMatchObject({
        data: [
          { name: 'issues', type: 'sync' },
          { name: 'issues', type: 'action' },
        ].slice(0, 2),
        pagination: { total: 4, page: 1, limit: 2 },
      });
      expect((await get('?type=action')).body.pagination.total).toBe(2);
      expect((await get('?search=CREATE')).body.data).toMatchObject([
        {
          name: 'create-issue',
          type: 'action',
          description: 'Does create-issue',
          scopes: ['issues:write'],
          enabled: true,
          source: 'repo',
          input: 'Input',
          returns: ['Output'],
          json_schema: { definitions: { Input: { type: 'object' } } },
        },
      ]);
      expect(await get('?limit=101')).toMatchObject({ status: 400, body: { error: { code: 'invalid_query_params' } } });
    });

    it('are found by name', async () => {
      expect((await get('/issues')).body.data).toMatchObject({ type: 'sync', runs: 'every hour', auto_start: true });
      expect((await get('/hook')).body.data).toMatchObject({ type: 'on-event', event: 'validate-connection' });
      expect(await get('/none')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
      expect((await api.request('GET', '/integrations/none/functions')).status).toBe(404);
    });

    it('show their source', async () => {
      expect((await get('/create-issue/code')).body).toEqual({ type: 'action', code: '// create-issue' });
      expect(await get('/issues/code')).toMatchObject({
        status: 409,
        body: {
          error: {
            code: 'ambiguous_function',
            payload: {
              matches: [
                { type: 'sync', name: 'issues' },
                { type: 'action', name: 'issues' },
              ],
            },
          },
        },
      });
      expect((await get('/issues/code?type=sync')).body).toEqual({ type: 'sync', code: '// issues' });
    });

    it('are deleted one by one only where no repository manages them', async () => {
      const path = `/integrations/${key}/functions/create-issue`;
      expect((await api.request('DELETE', path)).status).toBe(400);
      expect(await api.request('DELETE', `${path}?type=action`)).toMatchObject({
        status: 400,
        body: { error: { code: 'function_managed_by_deploy' } },
      });
      const alone = await newIntegration();
      await deploy(request([action('alone', { providerConfigKey: alone })], { source: 'standalone' }));
      const remove = () => api.request('DELETE', `/integrations/${alone}/functions/alone?type=action`);
      expect(await remove()).toMatchObject({ status: 200, body: { data: { success: true } } });
      expect((await remove()).status).toBe(404);
    });

    it('make up the scripts config', async () => {
      const { body } = await api.request('GET', '/scripts/config');
      expect(body.find((entry: { providerConfigKey: string }) => entry.providerConfigKey === key)).toMatchObject({
        provider: 'unauthenticated',
        syncs: [
          {
            name: 'issues',
            type: 'sync',
            runs: 'every hour',
            returns: ['Issue'],
            sdk_version: '0.1.0-zero',
            sync_type: 'full',
          },
        ],
        actions: [{ name: 'create-issue', input: 'Input' }, { name: 'issues' }],
        'on-events': [{ name: 'hook' }],
      });
      const { body: tools } = await api.request('GET', '/scripts/config?format=openai');
      expect(tools.data).toContainEqual({
        name: 'create-issue',
        description: 'Does create-issue',
        parameters: { type: 'object', properties: { title: { type: 'string' } } },
      });
      expect((await api.request('GET', '/scripts/config?format=yaml')).status).toBe(400);
    });
  });
});
