import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import type { RunFailure, RunRequest, RunResult } from '@svc/contracts';
import { Database } from '@svc/database';
import { FunctionLaneSource, LaneDrain, WebhookRuns } from '@svc/domain';
import { createTenant, createTestDatabase, type Tenant, type TestDatabase } from '@svc/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { FakeRunner } from '../../../api/src/testing/fake-runner.js';
import { createWorkerApp } from '../app.js';

const COMPLETED: RunResult = { outcome: 'completed' };
const failed = (type: RunFailure['type'], more: Partial<RunFailure> = {}): RunResult => ({
  outcome: 'failed',
  error: { type, name: 'SomeError', message: 'it broke', ...more },
});

describe('functions that handle webhooks', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;
  let runner: FakeRunner;
  let database: Database;
  let url: string;
  let tenant: Tenant;

  const query = async (sql: string, ...values: unknown[]) =>
    (await database.query<Record<string, any>>(sql, values)).rows;

  const publish = async (name: string, webhookSubscriptions: readonly string[]): Promise<void> => {
    await query(
      `WITH f AS (INSERT INTO functions (environment_id, integration_id, type, name, current_version_id)
                  VALUES ($1, $2, 'sync', $3, $4) RETURNING id),
       s AS (INSERT INTO syncs (environment_id, integration_id, connection_id, function_id, name)
             SELECT $1, $2, $5, id, $3 FROM f)
       INSERT INTO function_versions (id, function_id, deployment_id, script_hash, source_code, definition)
       SELECT $4, id, gen_random_uuid(), 'hash', '', $6 FROM f`,
      tenant.environmentId,
      tenant.integrationId,
      name,
      randomUUID(),
      tenant.connectionId,
      JSON.stringify({ models: ['Issue'], webhookSubscriptions }),
    );
  };

  const take = async (...events: readonly (readonly [string, unknown])[]): Promise<string[]> => {
    const { environmentId, connectionId } = tenant;
    const subject = { environmentId, connectionId, providerConfigKey: 'api', connectionKey: 'customer-1' };
    const wanted = events.map(([type, payload]) => ({ ...subject, type, payload }));
    const taken = await database.transaction((tx) => app.get(WebhookRuns, { strict: false }).take(tx, wanted));
    return [...taken].map(({ type }) => type);
  };
  const drain = () =>
    app
      .get(LaneDrain, { strict: false })
      .run({ kind: 'function-lane', key: String(tenant.connectionId) }, AbortSignal.timeout(20_000));
  const due = () => query(`UPDATE webhook_runs SET due_at = now() WHERE due_at IS NOT NULL`);
  const runs = () =>
    query(
      `SELECT r.event_type, r.status, r.tries, r.results, r.payload, r.error->>'code' AS code
         FROM webhook_runs r JOIN syncs s ON s.id = r.sync_id WHERE s.connection_id = $1 ORDER BY r.id`,
      tenant.connectionId,
    );
  const call = async (path: string, { token }: RunRequest, body: string, contentType = 'application/json') =>
    (
      await fetch(`${url}${path}`, {
        method: path.endsWith('checkpoint') ? 'PUT' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
        body,
      })
    ).status;
  const save = (request: RunRequest, id: string) =>
    call('/run/records/save?model=Issue', request, `{"id":"${id}"}\n`, 'application/x-ndjson');

  beforeAll(async () => {
    [testDatabase, runner] = await Promise.all([createTestDatabase(), FakeRunner.start()]);
    app = await createWorkerApp(
      loadConfig({
        NODE_ENV: 'development',
        DATABASE_URL: testDatabase.url,
        LOG_LEVEL: 'silent',
        TEMPORAL_ADDRESS: '127.0.0.1:9',
        RUNNER_URL: runner.url,
      }),
    );
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    database = app.get(Database);
  }, 60_000);

  afterAll(async () => {
    await app?.close();
    await runner?.stop();
    await testDatabase?.drop();
  }, 30_000);

  beforeEach(async () => {
    tenant = await createTenant(database);
    runner.requests.length = 0;
    runner.answers(COMPLETED);
  });

  it('take the types that they subscribe to, and leave the others', async () => {
    await publish('issues', ['issue.created', 'issue.changed']);
    await publish('all', ['*']);
    expect(await take(['issue.created', { n: 1 }])).toEqual(['issue.created']);
    expect(await take(['push', {}])).toEqual(['push']);
    await drain();
    expect(runner.requests.map(({ function: { name }, purpose, input }) => [name, purpose, input])).toEqual([
      ['all', 'webhook', { n: 1 }],
      ['issues', 'webhook', { n: 1 }],
      ['all', 'webhook', {}],
    ]);
  });

  it('take nothing when nobody subscribes, or who did is switched off', async () => {
    await publish('plain', []);
    await publish('off', ['*']);
    await query(`UPDATE functions SET enabled = false WHERE name = 'off'`);
    expect(await take(['issue.created', {}])).toEqual([]);
    expect(await runs()).toEqual([]);
  });

  it('handle the webhooks of a connection in order, one at a time', async () => {
    await publish('all', ['*']);
    const numbers = Array.from({ length: 25 }, (_, n) => n);
    await take(...numbers.map((n) => ['t', n] as const));
    let active = 0;
    const seen: unknown[] = [];
    runner.behaves(async ({ input }, response) => {
      seen.push([input, (active += 1)]);
      await new Promise((resolve) => setImmediate(resolve));
      active -= 1;
      response.end(JSON.stringify(COMPLETED));
    });
    await drain();
    expect(seen).toEqual(numbers.map((n) => [n, 1]));
    expect(new Set((await runs()).map(({ status, payload }) => `${status} ${String(payload)}`))).toEqual(
      new Set(['succeeded null']),
    );
  });

  it('are called again after what passes, before the webhooks that came later', async () => {
    await publish('all', ['*']);
    await take(['first', 1], ['second', 2]);
    runner.behaves((_, response) => {
      response.end(JSON.stringify(runner.requests.length === 1 ? failed('network_error') : COMPLETED));
    });
    await drain();
    expect(runner.requests.map(({ input }) => input)).toEqual([1, 1, 2]);
    expect(await runs()).toMatchObject([{ status: 'succeeded', tries: 2 }, { status: 'succeeded' }]);
  });

  it('that are wrong themselves hold up nobody', async () => {
    await publish('all', ['*']);
    await take(['first', 1], ['second', 2]);
    runner.behaves(({ input }, response) => {
      response.end(JSON.stringify(input === 1 ? failed('function_error') : COMPLETED));
    });
    await drain();
    expect(await runs()).toMatchObject([{ status: 'failed', code: 'function_error' }, { status: 'succeeded' }]);
  });

  it('save records, count them, and the customer is told what changed', async () => {
    await query(
      `UPDATE environments SET settings = '{"primary_url": "https://example.com/hook"}' WHERE id = $1`,
      tenant.environmentId,
    );
    await publish('all', ['*']);
    await take(['t', 1]);
    runner.behaves(async (request, response) => {
      expect(await save(request, 'a')).toBe(200);
      response.end(JSON.stringify(COMPLETED));
    });
    await drain();
    expect(await runs()).toMatchObject([{ results: { Issue: { added: 1, updated: 0, deleted: 0 } } }]);
    expect(
      await query(
        `SELECT payload FROM webhook_events WHERE environment_id = $1 AND type = 'sync'`,
        tenant.environmentId,
      ),
    ).toMatchObject([
      { payload: { syncType: 'WEBHOOK', model: 'Issue', success: true, responseResults: { added: 1 } } },
    ]);
  });

  it('write nothing once another worker has taken the webhook', async () => {
    await publish('all', ['*']);
    await take(['t', 1]);
    runner.behaves(async (request, response) => {
      await query(`UPDATE webhook_runs SET claims = claims + 1`);
      expect(await save(request, 'late')).toBe(409);
      response.end(JSON.stringify({ outcome: 'superseded' } satisfies RunResult));
    });
    await drain();
    expect(await query('SELECT 1 FROM records WHERE external_id = $1', 'late')).toEqual([]);
    expect(await runs()).toMatchObject([{ status: 'running' }]);
  });

  it('move no checkpoint and track no deletions, since the sync itself may be running', async () => {
    await publish('all', ['*']);
    await take(['t', 1]);
    const answers: number[] = [];
    runner.behaves(async (request, response) => {
      answers.push(await call('/run/checkpoint', request, '{"checkpoint":{"n":1},"version":0}'));
      answers.push(await call('/run/records/tracking/start?model=Issue', request, '{}'));
      response.end(JSON.stringify(COMPLETED));
    });
    await drain();
    expect(answers).toEqual([400, 400]);
  });

  it('do not run for a connection that is gone', async () => {
    await publish('all', ['*']);
    await take(['t', 1]);
    await query('UPDATE connections SET deleted_at = now() WHERE id = $1', tenant.connectionId);
    await drain();
    expect(runner.requests).toEqual([]);
    expect(await runs()).toMatchObject([{ status: 'skipped', code: 'not_found' }]);
  });

  it('get back what a worker that died had taken', async () => {
    await publish('all', ['*']);
    await take(['t', 1]);
    const source = app.get(FunctionLaneSource, { strict: false });
    expect(await source.claim(String(tenant.connectionId), 10, [])).toHaveLength(1);
    await due();
    await drain();
    expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
  });
});
