import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { Database } from '@svc/database';
import { createLogger } from '@svc/observability';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { OperationLog } from './operation-log.service.js';
import { OperationRetention } from './operation-retention.service.js';

const logger = createLogger({ name: 'test', level: 'silent' });

describe('operations in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  const processLog = () => new OperationLog(database, logger);
  const retention = (days: number) =>
    new OperationRetention(
      database,
      loadConfig({ NODE_ENV: 'development', DATABASE_URL: testDatabase.url, LOG_RETENTION_DAYS: String(days) }),
    );
  const operation = async (id: string) =>
    (await database.query('SELECT *, tableoid::regclass::text AS partition FROM operations WHERE id = $1', [id]))
      .rows[0];
  const lines = async (id: string) =>
    (await database.query('SELECT * FROM log_lines WHERE operation_id = $1 ORDER BY id', [id])).rows;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 4, applicationName: 'test' });
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  it('stores an operation with its lines, in order and without secrets', async () => {
    const log = processLog();
    const { id } = log.start({ environmentId: 1, type: 'action', functionName: 'create-issue', connectionKey: 'ann' });
    log.log(id, { level: 'info', message: 'first', payload: { title: 'x\0', password: 'hunter2' } });
    log.log(id, { level: 'error', message: 'sent Authorization: Bearer abcdefghijkl' });
    log.finish(id, { status: 'failed', error: { code: 'script_http_error', message: 'answered 500' } });
    await log.onApplicationShutdown();
    expect(await operation(id)).toMatchObject({
      type: 'action',
      status: 'failed',
      function_name: 'create-issue',
      connection_key: 'ann',
      error: { code: 'script_http_error', message: 'answered 500' },
      finished_at: expect.any(Date),
    });
    expect(await lines(id)).toMatchObject([
      { level: 'info', message: 'first', payload: { title: 'x\u{FFFD}', password: '[redacted]' } },
      { level: 'error', message: 'sent Authorization: Bearer [redacted]', payload: null },
    ]);
  });

  it('takes lines and the end from another process, also before the start was written', async () => {
    const starter = processLog();
    const finisher = processLog();
    const { id } = starter.start({ environmentId: 1, type: 'sync', syncId: randomUUID() });
    finisher.log(id, { level: 'info', message: 'from elsewhere' });
    finisher.finish(id, { status: 'success' });
    await finisher.flush();
    await starter.flush();
    expect(await operation(id)).toMatchObject({ status: 'running' });
    await finisher.onApplicationShutdown();
    expect(await operation(id)).toMatchObject({ status: 'success' });
    expect(await lines(id)).toHaveLength(1);
  });

  it('cuts a payload that is too large to a preview', async () => {
    const log = processLog();
    const { id } = log.start({ environmentId: 1, type: 'sync' });
    log.log(id, {
      level: 'info',
      message: 'big',
      payload: Array.from({ length: 9_000 }, (_, n) => `value number ${n}`),
    });
    await log.flush();
    const [line] = await lines(id);
    expect(line).toMatchObject({ payload: { truncated: true, preview: expect.stringContaining('value number 12') } });
  });

  it('never throws into the caller, whatever the payload is', () => {
    const log = processLog();
    const { id } = log.start({ environmentId: 1, type: 'sync' });
    const hostile = {
      get name(): string {
        throw new Error('no');
      },
    };
    expect(() => {
      log.log(id, { level: 'info', message: 'x', payload: hostile });
      log.log(id, { level: 'info', message: 'x', at: new Date('nonsense') });
    }).not.toThrow();
  });

  it('adds days ahead, moves what waited into them, and drops days past retention', async () => {
    const log = processLog();
    const { id } = log.start({ environmentId: 1, type: 'sync' });
    log.log(id, { level: 'info', message: 'waits' });
    await log.flush();
    expect(await operation(id)).toMatchObject({ partition: 'operations_default' });

    const today = new Date().toISOString().slice(0, 10);
    const first = await retention(15).maintain();
    expect(first.added).toHaveLength(8);
    expect(first.added[0]).toBe(today);
    expect(await operation(id)).toMatchObject({ partition: `operations_${today.replaceAll('-', '_')}` });
    expect(await lines(id)).toHaveLength(1);
    expect(await retention(15).maintain()).toEqual({ added: [], dropped: [] });

    const later = await retention(15).maintain(new Date(Date.now() + 17 * 86_400_000));
    expect(later.dropped).toContain(today);
    expect(await operation(id)).toBeUndefined();
    expect(await lines(id)).toEqual([]);
  });

  it('lets writers go on while days are added, several processes at once', async () => {
    const log = processLog();
    const ids: string[] = [];
    const inDays = new Date(Date.now() + 40 * 86_400_000);
    const writing = Promise.all(
      Array.from({ length: 50 }, async () => {
        const { id } = log.start({ environmentId: 2, type: 'proxy' });
        ids.push(id);
        await log.flush();
      }),
    );
    await Promise.all([retention(3650).maintain(inDays), retention(3650).maintain(inDays), writing]);
    await log.onApplicationShutdown();
    const { rows } = await database.query('SELECT id FROM operations WHERE environment_id = 2');
    expect(rows).toHaveLength(ids.length);
  });
});
