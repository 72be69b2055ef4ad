import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deployRequestSchema } from '@svc/contracts';
import { Database, FunctionRepository } from '@svc/database';
import { createTenant, createTestDatabase, type Tenant, type TestDatabase } from '@svc/testing';
import type { OperationLog } from '../logs/operation-log.service.js';
import type { SyncInstances } from '../syncs/sync-instances.service.js';
import { DeployService } from './deploy.service.js';

describe('DeployService', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let tenant: Tenant;
  let breaks = false;
  const operations: string[] = [];

  const syncInstances = {
    reconcileFunctions: async () => {
      if (breaks) throw new Error('the syncs could not follow');
    },
  };
  const log = {
    start: () => ({ id: 'operation' }),
    log: () => undefined,
    finish: (_: string, { status }: { status: string }) => operations.push(status),
  };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 4, applicationName: 'test' });
    tenant = await createTenant(database);
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const request = (names: string[], code: string) =>
    deployRequestSchema.parse({
      flowConfigs: names.map((syncName) => ({
        type: 'sync',
        syncName,
        providerConfigKey: 'api',
        fileBody: { js: code, ts: '' },
        models: ['Issue'],
      })),
      reconcile: true,
      debug: false,
    });

  it('changes nothing when what follows the functions fails, and says so in the log', async () => {
    const deploys = new DeployService(
      database,
      syncInstances as unknown as SyncInstances,
      log as unknown as OperationLog,
    );
    const functions = new FunctionRepository(database);
    await deploys.deploy(tenant.environmentId, request(['kept', 'deleted'], '1'));
    const before = await functions.listDeployed(tenant.environmentId);
    breaks = true;
    const second = request(['kept', 'created'], '2');
    await expect(deploys.deploy(tenant.environmentId, second)).rejects.toThrow('could not follow');
    expect(await functions.listDeployed(tenant.environmentId)).toEqual(before);
    breaks = false;
    await deploys.deploy(tenant.environmentId, second);
    const after = await functions.listDeployed(tenant.environmentId);
    expect(after.map(({ name, version }) => [name, version])).toEqual([
      ['created', '0.0.1'],
      ['kept', '0.0.2'],
    ]);
    expect(operations).toEqual(['success', 'failed', 'success']);
  });
});
