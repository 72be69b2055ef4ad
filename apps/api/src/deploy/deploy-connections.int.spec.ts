import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest, type TestAnswer } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';

describe('connections that come and go while functions change', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let key = '';

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({ RUNNER_URL: runner.url });
  });

  afterAll(async () => {
    await api.close();
    await runner.stop();
  }, 60_000);

  beforeEach(async () => {
    key = `api-${randomUUID()}`;
    await send('POST', '/integrations', { provider: 'unauthenticated', unique_key: key });
  });

  const send = async (method: string, path: string, body?: unknown): Promise<TestAnswer> => {
    const answer = await api.request(method, path, { body });
    expect([method, path, answer.status, answer.body?.error]).toEqual([method, path, expect.any(Number), undefined]);
    return answer;
  };
  const deploy = (...names: string[]) =>
    send('POST', '/sync/deploy', {
      flowConfigs: names.map((syncName) => ({
        type: 'sync',
        syncName,
        providerConfigKey: key,
        fileBody: { js: `module.exports.default = ${JSON.stringify({ type: 'sync', syncName })};`, ts: '' },
        models: ['Issue'],
        runs: 'every hour',
      })),
      onEventScriptsByProvider: [{ providerConfigKey: key, scripts: [] }],
      reconcile: true,
      debug: false,
      deployMode: 'integration',
    });
  const enable = (enabled: boolean) => send('PATCH', `/integrations/${key}/functions/second?type=sync`, { enabled });
  const connect = (connection_id: string) =>
    send('POST', '/connections', {
      provider_config_key: key,
      connection_id,
      credentials: { type: 'NONE' },
      connection_config: { baseUrl: 'https://example.com' },
    });
  const rows = async (sql: string): Promise<Record<string, any>[]> =>
    (await api.database.query<Record<string, any>>(sql, [key])).rows;
  const syncsOf = async (connectionId: string): Promise<string[]> =>
    (
      await rows(
        `SELECT s.name FROM syncs s JOIN connections c ON c.id = s.connection_id JOIN integrations i ON i.id = s.integration_id
          WHERE i.unique_key = $1 AND c.connection_id = '${connectionId}' AND s.deleted_at IS NULL ORDER BY 1`,
      )
    ).map(({ name }) => name);

  const waiting = async (): Promise<number> =>
    (
      await api.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    ).rowCount;

  /** Begins `step` when `change` has seen which syncs are there and cannot go on, because somebody holds those of `ann`. */
  const during = async (change: () => Promise<unknown>, step: () => Promise<unknown>): Promise<void> => {
    const { both } = await api.database.transaction(async (tx) => {
      const ann = `SELECT c.id FROM connections c JOIN integrations i ON i.id = c.integration_id WHERE i.unique_key = $1 AND c.connection_id = 'ann'`;
      await tx.query(`SELECT 1 FROM connections WHERE id IN (${ann}) FOR UPDATE`, [key]);
      await tx.query(`SELECT 1 FROM syncs WHERE connection_id IN (${ann}) FOR UPDATE`, [key]);
      const changing = change();
      await waitFor('the change to wait', 20_000, async () => (await waiting()) === 1);
      let isDone = false;
      const stepping = step().finally(() => (isDone = true));
      await waitFor('the step to end or to wait', 20_000, async () => isDone || (await waiting()) === 2);
      return { both: Promise.all([changing, stepping]) };
    });
    await both;
  };

  it.each<[string, string[], () => Promise<unknown>, () => Promise<unknown>]>([
    ['a deploy adds a sync', ['first', 'second'], () => deploy('first'), () => deploy('first', 'second')],
    ['a deploy takes a sync away', ['first'], () => deploy('first', 'second'), () => deploy('first')],
    [
      'a sync is enabled',
      ['first', 'second'],
      () => deploy('first', 'second').then(() => enable(false)),
      () => enable(true),
    ],
    [
      'a deploy is rolled back',
      ['first', 'second'],
      () => deploy('first', 'second').then(() => deploy('first')),
      () => send('POST', '/functions/rollback', {}),
    ],
  ])('%s: a new connection has the syncs that are published in the end', async (_, expected, before, change) => {
    await before();
    await connect('ann');
    await during(change, () => connect('new'));
    expect(await syncsOf('new')).toEqual(expected);
    expect(await syncsOf('ann')).toEqual(expected);
  });

  it('a deploy adds a sync: a connection that is deleted does not get it', async () => {
    await deploy('first');
    await connect('ann');
    await connect('old');
    await during(
      () => deploy('first', 'second'),
      () => send('DELETE', `/connections/old?provider_config_key=${key}`),
    );
    expect(await syncsOf('old')).toEqual([]);
    expect(await syncsOf('ann')).toEqual(['first', 'second']);
  });

  it('a deploy adds a sync: a connection whose validation ends meanwhile gets it, and nothing before that', async () => {
    await deploy('first');
    await connect('ann');
    await rows(
      `WITH integration AS (SELECT id, environment_id FROM integrations WHERE unique_key = $1),
       function AS (
         INSERT INTO functions (environment_id, integration_id, type, name)
         SELECT environment_id, id, 'on-event', 'check' FROM integration RETURNING id),
       version AS (
         INSERT INTO function_versions (function_id, deployment_id, script_hash, source_code, definition)
         SELECT id, gen_random_uuid(), 'hash', '', '{"event": "validate-connection"}' FROM function RETURNING id)
       SELECT id AS version FROM version`,
    );
    await rows(
      `UPDATE functions f SET current_version_id = v.id FROM function_versions v, integrations i
        WHERE v.function_id = f.id AND f.name = 'check' AND i.id = f.integration_id AND i.unique_key = $1`,
    );
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    runner.behaves(async (_, response) => {
      asked.resolve();
      await answered.promise;
      response.end(JSON.stringify({ outcome: 'completed' }));
    });
    const connecting = connect('new');
    await asked.promise;
    await deploy('first', 'third');
    expect(await syncsOf('new')).toEqual([]);
    await during(
      () => deploy('first', 'second'),
      async () => {
        answered.resolve();
        await connecting;
      },
    );
    expect(await syncsOf('new')).toEqual(['first', 'second']);
  });
});
