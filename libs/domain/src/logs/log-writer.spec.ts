import { describe, expect, it } from '@jest/globals';
import type { LogLineRow, OperationBatch, OperationEndRow, OperationRow } from '@svc/database';
import { createLogger } from '@svc/observability';
import { LogWriter, type LogStore } from './log-writer.js';

const logger = createLogger({ name: 'test', level: 'silent' });
const timing = { flushMs: 5, retryMs: 5, maxRetryMs: 20, closeMs: 60 };

const line = (number: number): LogLineRow => ({
  operationId: 'op',
  id: `line-${number}`,
  at: '2026-01-01T00:00:00.000Z',
  level: 'info',
  message: `message ${number}`,
  payload: null,
});
const start = (id: string): OperationRow => ({
  id,
  environmentId: 1,
  type: 'sync',
  action: null,
  integrationId: null,
  providerConfigKey: null,
  connectionId: null,
  connectionKey: null,
  functionName: null,
  syncId: null,
  workflowId: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  status: 'running',
  finishedAt: null,
  error: null,
});
const end = (id: string): OperationEndRow => ({
  id,
  status: 'success',
  finishedAt: '2026-01-01T00:00:01.000Z',
  error: null,
});

class FakeStore implements LogStore {
  readonly batches: OperationBatch[] = [];
  /** Errors of the next writes, first one first. */
  readonly failures: Error[] = [];
  refuses: (batch: OperationBatch) => boolean = () => false;
  knows: (operationId: string) => boolean = () => true;

  write(batch: OperationBatch): Promise<string[]> {
    const failure = this.failures.shift();
    if (failure) return Promise.reject(failure);
    if (this.refuses(batch)) return Promise.reject(Object.assign(new Error('bad data'), { code: '22P05' }));
    this.batches.push(batch);
    return Promise.resolve(batch.ends.map(({ id }) => id).filter((id) => !this.knows(id)));
  }

  get lineIds(): string[] {
    return this.batches.flatMap(({ lines }) => lines.map(({ id }) => id));
  }
}

describe('LogWriter', () => {
  it('writes what comes together as one batch, and a short operation as one row', async () => {
    const store = new FakeStore();
    const writer = new LogWriter(store, logger, timing);
    writer.addStart(start('a'));
    writer.addLine(line(1));
    writer.addEnd(end('a'));
    await writer.flush();
    expect(store.batches).toEqual([{ starts: [{ ...start('a'), ...end('a') }], ends: [], lines: [line(1)] }]);
  });

  it('keeps a batch that could not be written and repeats it, in order', async () => {
    const store = new FakeStore();
    store.failures.push(new Error('connection lost'), new Error('connection lost'));
    const writer = new LogWriter(store, logger, timing);
    writer.addLine(line(1));
    await writer.flush();
    writer.addLine(line(2));
    await writer.close();
    expect(store.lineIds).toEqual(['line-1', 'line-2']);
  });

  it('gives up closing when the database stays away', async () => {
    const store = new FakeStore();
    store.failures.push(...Array.from({ length: 1000 }, () => new Error('connection lost')));
    const writer = new LogWriter(store, logger, timing);
    writer.addLine(line(1));
    await writer.close();
    expect(store.batches).toEqual([]);
  });

  it('loses only the row that the database refuses', async () => {
    const store = new FakeStore();
    store.refuses = ({ lines }) => lines.some(({ id }) => id === 'line-3');
    const writer = new LogWriter(store, logger, timing);
    for (let number = 1; number <= 5; number += 1) writer.addLine(line(number));
    await writer.flush();
    expect(store.lineIds).toEqual(['line-1', 'line-2', 'line-4', 'line-5']);
  });

  it('ends an operation whose start another process writes later', async () => {
    const store = new FakeStore();
    store.knows = () => store.batches.length > 2;
    const writer = new LogWriter(store, logger, timing);
    writer.addEnd(end('a'));
    await writer.close();
    expect(store.batches.at(-1)?.ends).toEqual([end('a')]);
    expect(store.batches).toHaveLength(3);
  });

  it('bounds what waits, and says how much it dropped', async () => {
    const dropped: unknown[] = [];
    const store = new FakeStore();
    store.failures.push(new Error('connection lost'));
    const reporting = createLogger({ name: 'test', level: 'silent' });
    reporting.error = (details: unknown) => void dropped.push(details);
    const writer = new LogWriter(store, reporting, { ...timing, flushMs: 10_000, retryMs: 10_000 });
    writer.addLine(line(0));
    await writer.flush();
    for (let number = 1; number <= 20_005; number += 1) writer.addLine(line(number));
    await writer.flush();
    expect(dropped).toEqual([{ dropped: 5 }]);
    expect(store.lineIds).toHaveLength(20_001);
  });
});
