import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { Database } from '@svc/database';
import { TemporalClient, WorkflowStarter } from '@svc/temporal';
import { createTestDatabase, startTestTemporal, type TestDatabase, type TestTemporal } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { OperationLog } from '../logs/operation-log.service.js';
import { createSyncFixture, type SyncFixture } from '../testing/sync-fixture.js';
import { silentLogger } from '../testing/sync-services.js';
import { lifecycleWorkflow } from './lifecycle-workflow.js';
import { LostInvocations } from './lost-invocations.service.js';

describe('functions of connections whose workflow is gone', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let temporal: TestTemporal;
  let client: Awaited<ReturnType<TestTemporal['client']>>;
  let connected: TemporalClient;
  let workflows: WorkflowStarter;
  let log: OperationLog;
  let lost: LostInvocations;
  let fixture: SyncFixture;
  const config = loadConfig({ NODE_ENV: 'development', DATABASE_URL: 'postgres://unused' });

  beforeAll(async () => {
    [testDatabase, temporal] = await Promise.all([createTestDatabase(), startTestTemporal()]);
    database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
    client = await temporal.client();
    connected = new TemporalClient(
      loadConfig({ NODE_ENV: 'development', DATABASE_URL: 'postgres://unused', TEMPORAL_ADDRESS: temporal.address })
        .temporal,
    );
    workflows = new WorkflowStarter(connected);
    log = new OperationLog(database, silentLogger);
    lost = new LostInvocations(database, config, workflows, log);
    fixture = await createSyncFixture(database);
  }, 120_000);

  afterAll(async () => {
    await log?.onApplicationShutdown();
    await connected?.close();
    await client?.connection.close();
    await temporal?.stop();
    await database?.close();
    await testDatabase?.drop();
  });

  const insert = async (options: { event?: string; finished?: boolean; dueIn?: string; age?: string } = {}) => {
    const { event = 'post-connection-creation', finished = false, dueIn = '0', age = '1 hour' } = options;
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO function_invocations
              (environment_id, connection_id, function_version_id, function_name, event, operation_id, due_at, created_at, finished_at)
       VALUES ($1, $2, $3, 'greet', $4, $5, now() + $6::interval, now() - $7::interval, CASE WHEN $8 THEN now() END) RETURNING id`,
      [fixture.environmentId, fixture.connectionId, fixture.versionId, event, randomUUID(), dueIn, age, finished],
    );
    return rows[0]?.id ?? '';
  };
  const workflowOf = (id: string) =>
    lifecycleWorkflow(
      id,
      { environment: 'test', integration: 'api', connection: 'customer-1', function: 'greet' },
      config,
    );
  const handleOf = (id: string) => client.workflow.getHandle(workflowOf(id).workflowId);

  it('get it again after it was terminated, whether they are due or wait to come again', async () => {
    const [alive, terminated, waiting] = [await insert(), await insert(), await insert({ dueIn: '7 days' })];
    for (const id of [alive, terminated, waiting]) await workflows.start(workflowOf(id));
    await insert({ finished: true });
    await insert({ event: 'pre-connection-deletion' });
    await insert({ age: '1 second' });
    const unstarted = await insert();
    await database.query(`INSERT INTO temporal_commands (kind, key) VALUES ('workflow.start', $1)`, [
      `workflow:${workflowOf(unstarted).workflowId}`,
    ]);
    expect(await lost.restart(60_000, 100)).toBe(0);

    for (const id of [terminated, waiting]) await handleOf(id).terminate('by an operator');
    const [before] = [await handleOf(alive).describe()];
    expect(await lost.restart(60_000, 100)).toBe(2);
    for (const id of [alive, terminated, waiting]) expect((await handleOf(id).describe()).status.name).toBe('RUNNING');
    expect((await handleOf(alive).describe()).runId).toBe(before.runId);
    const { searchAttributes } = (await handleOf(terminated).describe()) as any;
    expect(searchAttributes).toMatchObject({ GatewayConnection: ['customer-1'], GatewayFunction: ['greet'] });
    expect(await lost.restart(60_000, 100)).toBe(0);
  }, 60_000);
});
