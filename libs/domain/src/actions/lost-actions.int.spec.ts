import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { createSyncFixture } from '../testing/sync-fixture.js';
import { LostActions } from './lost-actions.service.js';

describe('actions whose workflow is gone', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  it('are given up, unless they are young, have ended, or have yet to start', async () => {
    const { environmentId, connectionId, versionId } = await createSyncFixture(database);
    const insert = async (age: string, finishedAt: Date | null = null): Promise<string> => {
      const { rows } = await database.query<{ id: string }>(
        `INSERT INTO action_runs (environment_id, connection_id, function_version_id, action_name, status, operation_id, created_at, finished_at)
         VALUES ($1, $2, $3, 'greet', 'running', $4, now() - $5::interval, $6) RETURNING id`,
        [environmentId, connectionId, versionId, randomUUID(), age, finishedAt],
      );
      return rows[0]?.id ?? '';
    };
    const [gone, alive, waiting] = [await insert('1 hour'), await insert('1 hour'), await insert('1 hour')];
    await insert('1 second');
    await insert('1 hour', new Date());
    await database.query(`INSERT INTO temporal_commands (kind, key) VALUES ('workflow.start', $1)`, [
      `workflow:action-${waiting}`,
    ]);
    const givenUp: string[] = [];
    const lost = new LostActions(
      database,
      { giveUp: async (id) => void givenUp.push(id) },
      { isOpen: async (workflowId) => workflowId === `action-${alive}` },
    );
    expect(await lost.end(60_000, 100)).toBe(1);
    expect(givenUp).toEqual([gone]);
  });
});
