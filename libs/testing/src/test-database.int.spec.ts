import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, schemaDrift } from '@svc/database';
import { createTestDatabase, type TestDatabase } from './test-database.js';

describe('createTestDatabase', () => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });

  afterAll(async () => {
    await Promise.all([first.drop(), second.drop()]);
  });

  it('gives each caller a migrated database of its own', async () => {
    expect(first.url).not.toBe(second.url);
    const database = await Database.connect({ url: first.url, poolSize: 1, applicationName: 'test' });
    const { rows } = await database.query('SELECT count(*)::int AS accounts FROM accounts');
    expect(rows).toEqual([{ accounts: 0 }]);
    await database.close();
  });

  it('has the schema that the entities describe', async () => {
    expect(await schemaDrift(first.url)).toEqual({ up: [], down: [] });
  });
});
