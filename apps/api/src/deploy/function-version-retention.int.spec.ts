import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { FunctionVersionRetention } from '@svc/domain';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('versions of functions that are forgotten', () => {
  let api: ApiUnderTest;
  let database: Database;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    database = api.app.get(Database);
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: 'api' } });
    const connection = { provider_config_key: 'api', connection_id: 'ann', credentials: { type: 'NONE' } };
    await api.request('POST', '/connections', { body: { ...connection, connection_config: { baseUrl: api.url } } });
  }, 60_000);

  afterAll(async () => {
    await api.close();
  }, 60_000);

  const deploy = async (text: string) => {
    const flow = {
      type: 'action',
      syncName: 'greet',
      providerConfigKey: 'api',
      fileBody: { js: `module.exports.default = '${text}';`, ts: `// ${text}` },
      models: [],
    };
    const body = { flowConfigs: [flow], reconcile: false, debug: false };
    expect((await api.request('POST', '/sync/deploy', { body })).status).toBe(200);
  };
  const versions = async (): Promise<any[]> =>
    (await api.request('GET', '/integrations/api/functions/greet/versions')).body.data;
  const versionsOf = async () => (await versions()).map(({ version }) => version);
  const deploys = async (): Promise<any[]> => (await api.request('GET', '/functions/deploys')).body.data;
  const scripts = async () =>
    (await database.query<{ code: string }>('SELECT code FROM scripts ORDER BY code')).rows.map(
      ({ code }) => /'(.*)'/.exec(code)?.[1],
    );
  const rollback = (body: unknown) => api.request('POST', '/functions/rollback', { body });
  /** Removes all that there is to remove. */
  const prune = async (kept: number) => {
    const retention = new FunctionVersionRetention(database, { functionVersions: { kept, retentionDays: 30 } });
    while (await retention.prune());
  };

  it('are old ones that nothing uses; what is left can be gone back to', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await deploy(text);
    for (const [table, column] of [
      ['function_versions', 'created_at'],
      ['deploys', 'created_at'],
      ['scripts', 'stored_at'],
    ])
      await database.query(`UPDATE ${table} SET ${column} = ${column} - interval '100 days'`);
    const [, , two, one] = await versions();
    await database.query(
      `INSERT INTO action_runs (environment_id, connection_id, function_version_id, action_name, status, operation_id)
       SELECT environment_id, id, $1, 'greet', 'running', gen_random_uuid() FROM connections WHERE connection_id = 'ann'`,
      [two.id],
    );
    await deploy('five');

    await prune(20);
    expect(await versionsOf()).toHaveLength(5);
    await prune(1);
    // The fifth is published, the fourth was until a moment ago, and a run uses the second.
    expect(await versionsOf()).toEqual(['0.0.5', '0.0.4', '0.0.2']);
    expect(await scripts()).toEqual(['five', 'four', 'two']);

    const [fifth, fourth, third, second, first] = await deploys();
    const restorable = [fifth, fourth, third, second, first].map((entry) => entry.restorable);
    expect(restorable).toEqual([true, true, false, true, false]);
    expect(await rollback({ deploy_id: first.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    const named = { integration_id: 'api', name: 'greet' };
    expect(await rollback({ ...named, version_id: one.id })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    expect(await rollback({ deploy_id: second.id })).toMatchObject({ status: 200 });
    await prune(1);
    expect((await api.request('GET', '/integrations/api/functions/greet/code')).body.code).toBe('// two');
    expect(await scripts()).toContain('two');
  }, 60_000);

  it('take their scripts along, which come back with a deploy that has them again', async () => {
    await database.query(`UPDATE scripts SET stored_at = now() - interval '100 days'`);
    await database.query(
      `INSERT INTO scripts (environment_id, hash, code, stored_at)
       SELECT environment_id, repeat('0', 64), 'old', now() - interval '100 days' FROM scripts LIMIT 1`,
    );
    await prune(1);
    expect(await scripts()).toEqual(expect.not.arrayContaining([undefined]));
    await deploy('three');
    await prune(1);
    expect(await scripts()).toContain('three');
    expect((await api.request('GET', '/integrations/api/functions/greet/code')).body.code).toBe('// three');
  });
});
