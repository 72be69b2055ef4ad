import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { createTenant, createTestDatabase, type Tenant, type TestDatabase } from '@svc/testing';
import { WebhookEventRetention } from './webhook-event-retention.service.js';

describe('webhooks of long ago', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let tenant: Tenant;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  });

  afterAll(async () => {
    await database?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    tenant = await createTenant(database);
    await database.query('TRUNCATE webhook_attempts, webhook_deliveries, webhook_events, webhook_endpoints');
  });

  /** Writes an address and, of so many days ago, a webhook for it with an attempt. */
  const write = async (days: number, dueAt: 'now()' | 'NULL' = 'NULL'): Promise<void> => {
    await database.query(
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (environment_id, url, url_hash, created_at)
         VALUES ($1, 'http://old.test/' || $2, sha256(convert_to($2, 'UTF8')), now() - interval '90 days') RETURNING id
       ), event AS (
         INSERT INTO webhook_events (environment_id, type, payload, headers, created_at)
         VALUES ($1, 'test', '{}', '{}', now() - $2::int * interval '1 day') RETURNING id
       ), delivery AS (
         INSERT INTO webhook_deliveries (environment_id, event_id, endpoint_id, lane_key, due_at, give_up_at)
         SELECT $1, event.id, endpoint.id, endpoint.id::text, ${dueAt}, now() FROM event, endpoint RETURNING id
       )
       INSERT INTO webhook_attempts (delivery_id, started_at, duration_ms) SELECT id, now() - $2::int * interval '1 day', 1 FROM delivery`,
      [tenant.environmentId, String(days)],
    );
  };
  const prune = async (bodies: number, attempts: number): Promise<void> => {
    const keptDays = { webhooks: 30, bodies, attempts };
    const retention = new WebhookEventRetention(database, { deliveries: { giveUpMs: 1, keptDays } });
    expect(await retention.prune()).toBe(false);
  };
  /** Days of what is left. */
  const left = async (sql: string): Promise<number[]> =>
    (await database.query<{ days: number }>(`${sql} ORDER BY 1`)).rows.map(({ days }) => days);
  const events = (condition = 'true') =>
    left(`SELECT extract(day FROM now() - created_at)::int AS days FROM webhook_events WHERE ${condition}`);
  const attempts = () => left(`SELECT extract(day FROM now() - started_at)::int AS days FROM webhook_attempts`);
  const addresses = () => left(`SELECT substr(url, 17)::int AS days FROM webhook_endpoints`);

  it('are forgotten with everything, and then their address, unless somebody paused it', async () => {
    for (const days of [1, 20, 40, 50]) await write(days);
    await database.query(`UPDATE webhook_endpoints SET paused_at = now() WHERE url LIKE '%/50'`);
    await database.query(`UPDATE webhook_endpoints SET last_failure_at = now() WHERE url LIKE '%/20'`);
    await prune(30, 30);
    expect([await events('payload IS NOT NULL'), await attempts(), await addresses()]).toEqual([
      [1, 20],
      [1, 20],
      [1, 20, 50],
    ]);
  });

  it('lose bodies and attempts earlier where that is wanted, but no body that is still to be sent', async () => {
    for (const days of [1, 6, 12]) await write(days);
    await write(13, 'now()');
    await prune(10, 5);
    expect(await events()).toEqual([1, 6, 12, 13]);
    expect(await events('payload IS NOT NULL')).toEqual([1, 6, 13]);
    expect(await attempts()).toEqual([1]);
  });
});
