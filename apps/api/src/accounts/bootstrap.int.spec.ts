import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SecretBox } from '@svc/crypto';
import { Database } from '@svc/database';
import { AccountBootstrap, EnvironmentsService, WebhookSigningKeys } from '@svc/domain';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDevelopmentKeys, writeDevelopmentKeys } from './development-keys.js';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  folder = await mkdtemp(path.join(tmpdir(), 'bootstrap-'));
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

it('keeps the keys of a development account from run to run, and adds new ones when they are lost', async () => {
  const secrets = new SecretBox([Buffer.alloc(32, 1).toString('base64')]);
  const bootstrap = new AccountBootstrap(
    database,
    new EnvironmentsService(database, secrets),
    new WebhookSigningKeys(database, secrets),
  );
  const run = async () => {
    const account = await bootstrap.ensure('default', 'dev', await readDevelopmentKeys(folder));
    await writeDevelopmentKeys(folder, account);
    return account;
  };

  const first = await run();
  expect(first).toEqual({
    environment: 'dev',
    secretKey: expect.stringMatching(/^svc_sk_dev_\w{43}$/),
    accountKey: expect.stringMatching(/^svc_ak_\w{43}$/),
    webhookSigningKey: expect.stringMatching(/^\w{43}$/),
  });
  expect(await run()).toEqual(first);
  const file = path.join(folder, 'development-keys.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await rm(file);
  const later = await run();
  expect(later.secretKey).not.toBe(first.secretKey);
  expect(later.webhookSigningKey).toBe(first.webhookSigningKey);
  const { rows } = await database.query('SELECT count(*)::int AS keys FROM api_keys');
  expect(rows).toEqual([{ keys: 2 }]);
});
