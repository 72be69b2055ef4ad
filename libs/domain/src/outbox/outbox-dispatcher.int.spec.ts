import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, TemporalCommandRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { GatewayMetrics } from '@svc/observability';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { setImmediate } from 'node:timers/promises';
import { silentLogger } from '../testing/sync-services.js';
import { OutboxDispatcher } from './outbox-dispatcher.service.js';

const KEYS = Array.from({ length: 100 }, (_, index) => `sync:${index}`);

describe('the dispatcher of the outbox', () => {
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

  beforeEach(async () => {
    await database.query('TRUNCATE temporal_commands');
    const commands = KEYS.map((key) => ({ kind: 'schedule.apply', key, input: { key } }));
    await database.transaction((tx) => new TemporalCommandRepository(database).insert(commands, tx, 5_000));
  });

  const attempts = async (): Promise<number> =>
    (await database.query<{ sum: number }>('SELECT sum(attempts)::int AS sum FROM temporal_commands')).rows[0]?.sum ??
    -1;

  it('leaves the rest alone once Temporal gives no answer', async () => {
    const apply = () => Promise.reject(new AppError('temporal_unavailable', 'No answer.'));
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    dispatcher.applySoon(KEYS);
    await dispatcher.drain();
    const tried = await attempts();
    expect(tried).toBeLessThanOrEqual(8);
    dispatcher.applySoon(KEYS);
    await dispatcher.drain();
    expect(await attempts()).toBe(tried);
  });

  it('applies what was decided last before what waits already', async () => {
    const held = Promise.withResolvers<void>();
    const applied: unknown[] = [];
    const apply = async ({ input }: { input: Readonly<Record<string, unknown>> }) => {
      await held.promise;
      applied.push(input['key']);
    };
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    const [latest = '', ...others] = KEYS;
    dispatcher.applySoon(others);
    dispatcher.applySoon([latest]);
    held.resolve();
    await dispatcher.drain();
    expect(applied).toHaveLength(KEYS.length);
    // Those that had begun are done first, and one of them makes place for the latest.
    expect(applied.indexOf(latest)).toBeLessThan(2 * 8);
  });

  it('does not hold up the end of its process when Temporal hangs', async () => {
    const hanging = Promise.withResolvers<void>();
    const dispatcher = new OutboxDispatcher(
      database,
      { apply: () => hanging.promise },
      silentLogger,
      new GatewayMetrics('test'),
    );
    dispatcher.applySoon(KEYS);
    const startedAt = Date.now();
    await dispatcher.onApplicationShutdown();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    hanging.resolve();
    await dispatcher.drain();
  });

  it('applies all that is due, never more at a time than it was told to, and waits for no slow one', async () => {
    await database.query(`UPDATE temporal_commands SET due_at = now() - interval '1 second'`);
    const slow = Promise.withResolvers<void>();
    let [active, most, applied] = [0, 0, 0];
    const apply = async () => {
      active += 1;
      most = Math.max(most, active);
      if (active === 1 && applied === 0) await slow.promise;
      await setImmediate();
      active -= 1;
      applied += 1;
      if (applied === KEYS.length - 1) slow.resolve();
    };
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    expect(await dispatcher.applyDue(20)).toBe(KEYS.length);
    expect(applied).toBe(KEYS.length);
    expect(most).toBeLessThanOrEqual(20);
  });
});
