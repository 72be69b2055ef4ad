import { afterAll, beforeAll, expect, describe, it } from '@jest/globals';
import { Database } from '@svc/database';
import { createTenant, createTestDatabase, type TestDatabase } from '@svc/testing';
import { LaneDrain } from '../lanes/lane-drain.service.js';
import { DEFAULT_LANE_TIMING } from '../lanes/lane-timing.js';
import { silentLogger } from '../testing/sync-services.js';
import type { InboundItem } from './inbound-item.js';
import { InboundLane } from './inbound-lane.service.js';
import { INTAKE_LANE } from './intake-lane.js';

const WEBHOOKS = 250;
const TIMING = { ...DEFAULT_LANE_TIMING, lingerMs: 300, lookEveryMs: 10, failedMs: 50, shutdownMs: 500 };

describe('webhooks of an integration', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 10, applicationName: 'test' });
  }, 60_000);

  afterAll(async () => {
    await database?.close();
    await testDatabase?.drop();
  });

  it('are dispatched in the order in which they came, also after a batch that failed', async () => {
    const { environmentId } = await createTenant(database);
    await database.query(`INSERT INTO lanes (kind, key, environment_id) VALUES ($1, '1', $2)`, [
      INTAKE_LANE,
      environmentId,
    ]);
    await database.query(
      `INSERT INTO inbound_webhooks (lane_key, order_key, environment_id, integration_id, event_type, headers, query, body)
       SELECT '1', '1', $1, 1, '*', '{}', '{}', 'x' FROM generate_series(1, $2)`,
      [environmentId, WEBHOOKS],
    );
    const dispatched: number[] = [];
    let calls = 0;
    const dispatch = async (_integrationId: number, items: readonly InboundItem[]): Promise<void> => {
      if (calls++ === 0) throw new Error('The connection to the database was lost.');
      const ids = items.map(({ id }) => id);
      await database.query('UPDATE inbound_webhooks SET due_at = NULL WHERE id = ANY($1::bigint[])', [ids]);
      dispatched.push(...ids.map(Number));
    };
    const drain = new LaneDrain(database, [new InboundLane(database, { dispatch } as never)], TIMING, silentLogger);
    expect(await drain.run({ kind: INTAKE_LANE, key: '1' }, new AbortController().signal)).toMatchObject({
      waitMs: null,
    });
    expect(dispatched).toHaveLength(WEBHOOKS);
    expect(dispatched).toEqual(dispatched.toSorted((a, b) => a - b));
  }, 60_000);
});
