import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, WebhookLogRepository, type Queryable } from '@svc/database';
import { createTenant, createTestDatabase, type TestDatabase } from '@svc/testing';

const WEBHOOKS = 20_000;

const NO_FILTER = {
  type: undefined,
  connectionKey: undefined,
  status: undefined,
  since: undefined,
  until: undefined,
  eventId: undefined,
  endpointId: undefined,
  before: undefined,
  beforeId: undefined,
  limit: 101,
};

describe('among many webhooks that were delivered', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let environmentId: number;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
    ({ environmentId } = await createTenant(database));
    await database.query(
      `INSERT INTO connections (environment_id, integration_id, connection_id)
       SELECT environment_id, integration_id, 'quiet' FROM connections WHERE environment_id = $1`,
      [environmentId],
    );
    await database.query(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (environment_id, url, url_hash) VALUES ($1, 'https://a.test', '\\x00') RETURNING id),
       events AS (
         INSERT INTO webhook_events (id, environment_id, connection_id, type, payload, created_at)
         SELECT gen_random_uuid(), $1, c.id, 'forward', '{}', now() - n * interval '1 minute'
           FROM generate_series(1, $2::int) AS n
           JOIN connections c ON c.environment_id = $1 AND (c.connection_id = 'quiet') = (n % 5000 = 0)
         RETURNING id, created_at)
       INSERT INTO webhook_deliveries (environment_id, event_id, endpoint_id, lane_key, status, due_at, give_up_at, created_at)
       SELECT $1, e.id, p.id, p.id::text, CASE WHEN random() < 0.001 THEN 'dead' ELSE 'delivered' END, NULL, now(), e.created_at
         FROM events e CROSS JOIN endpoint p ORDER BY e.created_at`,
      [environmentId, WEBHOOKS],
    );
    await database.query('ANALYZE webhook_events, webhook_deliveries, connections');
  }, 60_000);

  afterAll(async () => {
    await database?.close();
    await testDatabase?.drop();
  });

  /** How many rows of webhooks PostgreSQL looked at in vain to carry out what `call` asks for. */
  const readInVain = async (call: (log: WebhookLogRepository) => Promise<unknown[]>): Promise<number> => {
    let wasted = 0;
    const query: Queryable['query'] = async (sql, values) => {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${sql}`, values);
      for (const row of rows)
        wasted += Number(/Rows Removed by (?:Join )?Filter: (\d+)/.exec(row['QUERY PLAN'])?.[1] ?? 0);
      return await database.query(sql, values);
    };
    const log = new WebhookLogRepository({ manager: database.manager, query, lookUp: query });
    expect((await call(log)).length).toBeGreaterThan(0);
    return wasted;
  };

  it('those that are dead, young, or about a quiet connection are found without reading the others', async () => {
    const since = new Date(Date.now() - 600_000).toISOString();
    const asked = { ...NO_FILTER, environmentId };
    const wasted = [
      await readInVain((log) => log.listDeliveries({ ...asked, status: 'dead' })),
      await readInVain((log) => log.listDeliveries({ ...asked, since })),
      await readInVain((log) => log.listEvents({ ...asked, connectionKey: 'quiet' })),
      await readInVain((log) => log.listEvents({ ...asked, status: 'dead' })),
    ];
    expect(Math.max(...wasted)).toBeLessThan(WEBHOOKS / 100);
  });
});
