import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, TemporalCommandRepository, type TemporalCommandRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { GatewayMetrics } from '@svc/observability';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { setImmediate } from 'node:timers/promises';
import { silentLogger } from '../testing/sync-services.js';
import { OutboxDispatcher } from './outbox-dispatcher.service.js';

const KEYS = Array.from({ length: 100 }, (_, index) => `sync:${index}`);
const HEAD_START_MS = 5_000;
/** Commands that one process applies at the same time. */
const AT_ONCE = 16;

describe('the dispatcher of the outbox', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let written: TemporalCommandRow[];

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
    written = await write('schedule.apply', KEYS);
  });

  const write = (kind: string, keys: readonly string[]): Promise<TemporalCommandRow[]> => {
    const commands = keys.map((key) => ({ kind, key, input: { key } }));
    return database.transaction((tx) => new TemporalCommandRepository(database).insert(commands, tx, HEAD_START_MS));
  };

  const attempts = async (): Promise<number> =>
    (await database.query<{ sum: number }>('SELECT sum(attempts)::int AS sum FROM temporal_commands')).rows[0]?.sum ??
    -1;

  it('leaves the rest alone once Temporal gives no answer', async () => {
    const apply = () => Promise.reject(new AppError('temporal_unavailable', 'No answer.'));
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    dispatcher.applySoon(written, HEAD_START_MS);
    await dispatcher.drain();
    const tried = await attempts();
    expect(tried).toBeLessThanOrEqual(AT_ONCE);
    dispatcher.applySoon(written, HEAD_START_MS);
    await dispatcher.drain();
    expect(await attempts()).toBe(tried);
  });

  it('lets transactions take turns, so that one command does not wait behind a hundred others', async () => {
    const held = Promise.withResolvers<void>();
    const applied: unknown[] = [];
    const apply = async ({ input }: { input: Readonly<Record<string, unknown>> }) => {
      await held.promise;
      applied.push(input['key']);
    };
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    const [latest, ...others] = written;
    dispatcher.applySoon(others, HEAD_START_MS);
    dispatcher.applySoon(latest ? [latest] : [], HEAD_START_MS);
    held.resolve();
    await dispatcher.drain();
    expect(applied).toHaveLength(KEYS.length);
    // Those that had begun are done first, and the second one to make place makes it for the latest.
    expect(applied.indexOf(latest?.key)).toBeLessThan(3 * AT_ONCE);
  });

  it('applies commands of many transactions in the order in which they were written', async () => {
    await database.query('TRUNCATE temporal_commands');
    const begun: unknown[] = [];
    const apply = ({ input }: { input: Readonly<Record<string, unknown>> }) =>
      Promise.resolve(void begun.push(input['key']));
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    const starts = await write('workflow.start', KEYS);
    for (const start of starts) dispatcher.applySoon([start], HEAD_START_MS);
    await dispatcher.drain();
    expect(begun).toEqual(KEYS);
    expect(await attempts()).toBe(-1);
  });

  it('leaves the start of a workflow to whoever took it up once its head start is over', async () => {
    const [start] = await write('workflow.start', ['workflow:1']);
    await database.query(`UPDATE temporal_commands SET attempts = 1, due_at = now() + interval '30 seconds'`);
    let applied = 0;
    const apply = () => Promise.resolve(void (applied += 1));
    const dispatcher = new OutboxDispatcher(database, { apply }, silentLogger, new GatewayMetrics('test'));
    dispatcher.applySoon(start ? [start] : [], 0);
    await dispatcher.drain();
    expect(applied).toBe(0);
  });

  it('does not hold up the end of its process when Temporal hangs', async () => {
    const hanging = Promise.withResolvers<void>();
    const dispatcher = new OutboxDispatcher(
      database,
      { apply: () => hanging.promise },
      silentLogger,
      new GatewayMetrics('test'),
    );
    dispatcher.applySoon(written, HEAD_START_MS);
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
