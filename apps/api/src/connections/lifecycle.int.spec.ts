import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunFailure, RunResult } from '@svc/contracts';
import { AbandonedValidations, InvocationExecutor, LifecycleRuns } from '@svc/domain';
import { waitFor } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest, type TestAnswer } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';

const WAIT_MS = 2_000;

const AN_HOUR_AGO = `UPDATE connections SET validating_since = now() - interval '1 hour' WHERE integration_id = $integration`;

const never = new AbortController().signal;
const failed = (type: RunFailure['type'], more: Partial<RunFailure> = {}): RunResult => ({
  outcome: 'failed',
  error: { type, name: 'SomeError', message: 'it broke', ...more },
});
const COMPLETED: RunResult = { outcome: 'completed' };

describe('functions that follow the life of connections', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let integration: string;

  const publish = async (name: string, type: string, fields: object): Promise<void> => {
    await api.database.query(
      `WITH integration AS (SELECT id, environment_id FROM integrations WHERE unique_key = $1),
       function AS (
         INSERT INTO functions (environment_id, integration_id, type, name, current_version_id)
         SELECT environment_id, id, $2, $3, $4 FROM integration RETURNING id)
       INSERT INTO function_versions (id, function_id, deployment_id, script_hash, source_code, definition)
       SELECT $4, id, gen_random_uuid(), 'hash', '', $5 FROM function`,
      [integration, type, name, randomUUID(), JSON.stringify(fields)],
    );
  };
  const onEvent = (name: string, event: string) => publish(name, 'on-event', { event });

  const connect = (connection_id: string): Promise<TestAnswer> =>
    api.request('POST', '/connections', {
      body: {
        provider_config_key: integration,
        connection_id,
        credentials: { type: 'NONE' },
        connection_config: { baseUrl: 'https://example.com' },
      },
    });
  const address = (id: string) => `/connections/${id}?provider_config_key=${integration}`;
  const statuses = async (id: string): Promise<object> => {
    const { body } = await api.request(
      'GET',
      `/sync/status?syncs=*&provider_config_key=${integration}&connection_id=${id}`,
    );
    return (body.syncs ?? []).map(({ name, status, reason }: Record<string, string>) => [name, status, reason]);
  };
  const query = async (sql: string): Promise<Record<string, any>[]> =>
    (
      await api.database.query<Record<string, any>>(
        sql.replace('$integration', `(SELECT id FROM integrations WHERE unique_key = $1)`),
        [integration],
      )
    ).rows;
  const invocations = () =>
    query(
      `SELECT v.id, function_name, event, status, attempt, error->>'code' AS code FROM function_invocations v
         JOIN connections c ON c.id = v.connection_id WHERE c.integration_id = $integration ORDER BY v.created_at`,
    );
  const pauses = () =>
    query(`SELECT paused, pause_reason FROM syncs s JOIN connections c ON c.id = s.connection_id
            WHERE c.integration_id = $integration`);
  const events = async () =>
    (
      await query(
        `SELECT payload FROM webhook_events WHERE payload->>'providerConfigKey' = $1 AND type = 'auth' ORDER BY created_at`,
      )
    ).map(({ payload }) => [payload.operation, payload.success, payload.error?.type]);

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({ RUNNER_URL: runner.url, LIFECYCLE_WAIT_MS: String(WAIT_MS) });
  });

  beforeEach(async () => {
    integration = `api-${randomUUID()}`;
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: integration } });
    await publish('items', 'sync', { runs: 'every hour', autoStart: true, models: ['Item'], schemas: {} });
    runner.requests.length = 0;
    runner.answers(COMPLETED);
  });

  afterAll(async () => {
    await api.close();
    await runner.stop();
  }, 30_000);

  describe('validate-connection', () => {
    beforeEach(() => onEvent('check', 'validate-connection'));

    it('lets a connection be made, and only then do its syncs and its event come', async () => {
      runner.behaves(async (_, response) => {
        const seen = [await statuses('ann'), await events()];
        response.end(JSON.stringify(seen.flat().length === 0 ? COMPLETED : failed('function_error')));
      });
      expect((await connect('ann')).status).toBe(201);
      expect(runner.requests).toMatchObject([
        { function: { kind: 'on-event', name: 'check' }, connection: { connectionId: 'ann' } },
      ]);
      expect(await statuses('ann')).toHaveLength(1);
      expect(await events()).toEqual([['creation', true, undefined]]);
      expect(await invocations()).toMatchObject([{ event: 'validate-connection', status: 'succeeded' }]);
    });

    it.each([
      ['an ActionError', failed('action_error', { message: 'No seat left.', payload: { seats: 0 } }), 'No seat left.'],
      ['any other error', failed('function_error', { message: 'x is undefined' }), 'x is undefined'],
      ['a function that takes too long', failed('wall_time_exceeded'), 'wall_time_exceeded'],
      ['a runner that is away', 'nothing of the kind', 'platform'],
    ])('%s refuses it: nothing is left, and the caller learns why', async (_, answer, said) => {
      runner.answers(answer);
      const { status, body } = await connect('bob');
      expect([status, body.error.code]).toEqual([400, 'connection_validation_failed']);
      expect(body.error.message).toContain('"check"');
      expect(JSON.stringify(body.error)).toContain(said);
      expect((await api.request('GET', address('bob'))).status).toBe(404);
      expect(await events()).toEqual([['creation', false, 'connection_validation_failed']]);
      expect(await invocations()).toMatchObject([{ status: 'failed' }]);
      runner.answers(COMPLETED);
      expect((await connect('bob')).status).toBe(201);
      expect(await statuses('bob')).toHaveLength(1);
    });

    it('asks the functions in the order of their names, and nobody after the first refusal', async () => {
      await onEvent('audit', 'validate-connection');
      runner.answers(failed('action_error'));
      await connect('cleo');
      expect(runner.requests.map(({ function: { name } }) => name)).toEqual(['audit']);
    });

    it('marks a connection whose new credentials it refuses, and pauses its syncs until others are taken', async () => {
      await connect('dan');
      runner.answers(failed('action_error', { message: 'Wrong account.' }));
      expect((await connect('dan')).status).toBe(400);
      const { body } = await api.request('GET', `${address('dan')}`);
      expect(body.errors).toMatchObject([{ type: 'auth', log_id: expect.any(String) }]);
      expect(await pauses()).toEqual([{ paused: true, pause_reason: 'auth_dead' }]);
      runner.answers(COMPLETED);
      expect((await connect('dan')).status).toBe(201);
      expect((await api.request('GET', address('dan'))).body.errors).toEqual([]);
      expect(await pauses()).toEqual([{ paused: false, pause_reason: null }]);
      expect(await events()).toEqual([
        ['creation', true, undefined],
        ['override', false, 'connection_validation_failed'],
        ['override', true, undefined],
      ]);
    });

    it('leaves nothing behind when the process dies meanwhile', async () => {
      runner.answers(COMPLETED);
      await connect('eve');
      await query(AN_HOUR_AGO);
      await api.app.get(AbandonedValidations, { strict: false }).end();
      expect((await api.request('GET', address('eve'))).status).toBe(404);
    });

    it('gives an import that is repeated after such a death as long as the first one had', async () => {
      const abandoned = api.app.get(AbandonedValidations, { strict: false });
      await connect('finn');
      await query(AN_HOUR_AGO);
      runner.behaves(async (_, response) => {
        await abandoned.end();
        response.end(JSON.stringify(COMPLETED));
      });
      expect((await connect('finn')).status).toBe(201);
      await abandoned.end();
      expect(await statuses('finn')).toHaveLength(1);
      expect((await api.request('GET', address('finn'))).status).toBe(200);
    });

    it('takes nothing away whose validation ends at that moment', async () => {
      await connect('gus');
      await query(AN_HOUR_AGO);
      const ending = await api.database.transaction(async (tx) => {
        await tx.query(
          `UPDATE connections SET validating_since = NULL WHERE integration_id = (SELECT id FROM integrations WHERE unique_key = $1)`,
          [integration],
        );
        const end = api.app.get(AbandonedValidations, { strict: false }).end();
        await waitFor('the discard to wait for the row', 20_000, async () => {
          const { rowCount } = await api.database.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rowCount > 0;
        });
        return { end };
      });
      await ending.end;
      expect((await api.request('GET', address('gus'))).status).toBe(200);
    });
  });

  describe('post-connection-creation', () => {
    beforeEach(() => onEvent('welcome', 'post-connection-creation'));

    const attempt = async () => {
      const [run] = await invocations();
      return await api.app.get(InvocationExecutor, { strict: false }).attempt(run?.['id'], never);
    };

    it('is promised with the connection, as a workflow, and only for a new one', async () => {
      await connect('ann');
      await connect('ann');
      const [run, ...others] = await invocations();
      expect([run, others]).toMatchObject([{ function_name: 'welcome', status: 'queued' }, []]);
      const commands = await api.database.query('SELECT 1 FROM temporal_commands WHERE key = $1', [
        `workflow:connection-lifecycle-${run?.['id']}`,
      ]);
      expect(commands.rowCount).toBe(1);
      expect(runner.requests).toHaveLength(0);
    });

    it('runs once', async () => {
      await connect('ann');
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(runner.requests).toMatchObject([{ function: { name: 'welcome' } }]);
      expect(await invocations()).toMatchObject([{ status: 'succeeded', attempt: 1 }]);
    });

    it.each([
      ['a provider that is down', failed('network_error')],
      ['a runner that died', failed('platform')],
    ])('is tried again after %s', async (_, answer) => {
      await connect('ann');
      runner.answers(answer);
      expect(await attempt()).toMatchObject({ outcome: 'repeat', waitMs: 2_000 });
      expect(await attempt()).toMatchObject({ outcome: 'repeat', waitMs: expect.any(Number) });
      expect(runner.requests).toHaveLength(1);
      runner.answers(COMPLETED);
      await query(
        `UPDATE function_invocations SET due_at = now() WHERE connection_id IN (SELECT id FROM connections WHERE integration_id = $integration)`,
      );
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(await invocations()).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
    });

    it('is not tried again after a mistake of its own', async () => {
      await connect('ann');
      runner.answers(failed('function_error'));
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(await invocations()).toMatchObject([{ status: 'failed', code: 'function_error' }]);
    });

    it('is made again when the process that ran it died', async () => {
      await connect('ann');
      await query(`UPDATE function_invocations SET status = 'running', attempt = 1, tries = 1
                    WHERE connection_id IN (SELECT id FROM connections WHERE integration_id = $integration)`);
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(await invocations()).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
    });

    it('comes again when its function asks for it, for as long as it does', async () => {
      await connect('ann');
      const lifecycle = api.app.get(LifecycleRuns, { strict: false });
      runner.behaves(async ({ runId }, response) => {
        if (runner.requests.length < 3)
          await lifecycle.noteAgain(runId, runner.requests.length, new Date(Date.now() + 3_600_000));
        response.end(JSON.stringify(COMPLETED));
      });
      for (const n of [1, 2]) {
        const next = await attempt();
        expect([n, next.outcome, 'waitMs' in next && next.waitMs > 3_500_000]).toEqual([n, 'repeat', true]);
        expect(await invocations()).toMatchObject([{ status: 'queued' }]);
        await query(
          `UPDATE function_invocations SET due_at = now()
            WHERE connection_id IN (SELECT id FROM connections WHERE integration_id = $integration)`,
        );
      }
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(await invocations()).toMatchObject([{ status: 'succeeded', attempt: 3 }]);
    });

    it('comes with the version that is published by then, and not when the function is gone', async () => {
      await connect('ann');
      const version = randomUUID();
      await query(
        `WITH f AS (UPDATE functions SET current_version_id = '${version}' WHERE integration_id = $integration AND name = 'welcome' RETURNING id)
         INSERT INTO function_versions (id, function_id, deployment_id, script_hash, source_code, definition)
         SELECT '${version}', id, gen_random_uuid(), 'newer', '', '{"event": "post-connection-creation"}' FROM f`,
      );
      await attempt();
      expect(runner.requests).toMatchObject([{ function: { versionId: version, scriptHash: 'newer' } }]);
      await connect('bob');
      await query(`UPDATE functions SET deleted_at = now() WHERE integration_id = $integration AND name = 'welcome'`);
      const [, run] = await invocations();
      await api.app.get(InvocationExecutor, { strict: false }).attempt(run?.['id'], never);
      expect(runner.requests).toHaveLength(1);
    });

    it('is skipped when the connection is gone', async () => {
      await connect('ann');
      await api.request('DELETE', address('ann'));
      expect(await attempt()).toEqual({ outcome: 'ended' });
      expect(await invocations()).toMatchObject([{ status: 'skipped', code: 'not_found' }]);
    });
  });

  describe('pre-connection-deletion', () => {
    beforeEach(() => onEvent('goodbye', 'pre-connection-deletion'));

    it('runs while the connection is still there', async () => {
      await connect('ann');
      let seen = 0;
      runner.behaves(async (_, response) => {
        seen = (await api.request('GET', address('ann'))).status;
        response.end(JSON.stringify(COMPLETED));
      });
      expect((await api.request('DELETE', address('ann'))).status).toBe(200);
      expect([seen, (await api.request('GET', address('ann'))).status]).toEqual([200, 404]);
      expect(await invocations()).toMatchObject([{ function_name: 'goodbye', status: 'succeeded' }]);
    });

    it.each([
      ['fails', failed('function_error')],
      ['cannot be run', 'nothing of the kind'],
    ])('prevents nothing when it %s, and that is recorded', async (_, answer) => {
      await connect('ann');
      runner.answers(answer);
      expect((await api.request('DELETE', address('ann'))).status).toBe(200);
      expect((await api.request('GET', address('ann'))).status).toBe(404);
      expect(await invocations()).toMatchObject([{ status: 'failed' }]);
    });

    it('has as long as a caller waits', async () => {
      await connect('ann');
      await api.request('DELETE', address('ann'));
      const { wallTimeMs = 0 } = runner.requests[0]?.limits ?? {};
      expect([wallTimeMs > 0, wallTimeMs <= WAIT_MS]).toEqual([true, true]);
    });

    it('runs for the connections of an integration that is deleted', async () => {
      for (const id of ['ann', 'bob', 'cleo']) await connect(id);
      expect((await api.request('DELETE', `/integrations/${integration}`)).status).toBe(200);
      expect(runner.requests.map(({ connection }) => connection.connectionId).sort()).toEqual(['ann', 'bob', 'cleo']);
    });

    it('is in the log, with its line', async () => {
      await connect('ann');
      runner.answers(
        failed('function_error', { message: 'boom', location: { file: 'goodbye.ts', line: 3, column: 1 } }),
      );
      await api.request('DELETE', address('ann'));
      const lines = await waitFor('the log', 10_000, async () => {
        const rows = await query(
          `SELECT l.message FROM log_lines l JOIN operations o ON o.id = l.operation_id
            WHERE o.integration_id = $integration AND o.type = 'on-event' AND o.status = 'failed'`,
        );
        return rows.length > 0 ? rows : undefined;
      });
      expect(lines).toEqual([{ message: 'SomeError: boom' }]);
    });
  });
});
