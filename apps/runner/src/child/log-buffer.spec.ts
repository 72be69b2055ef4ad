import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunLogBatch } from '@svc/contracts';
import { LogBuffer } from './log-buffer.js';
import type { ApiAnswer, ApiRequest } from './run-api.js';

const LINE = 'x'.repeat(1000);

/** A run API that answers when the test says so. */
class SlowApi {
  readonly batches: RunLogBatch[] = [];
  private readonly answers: (() => void)[] = [];

  send({ body = '' }: ApiRequest): Promise<ApiAnswer> {
    this.batches.push(JSON.parse(body) as RunLogBatch);
    return new Promise((resolve) =>
      this.answers.push(() => resolve({ status: 204, headers: {}, body: Buffer.alloc(0) })),
    );
  }

  answer(): void {
    this.answers.shift()?.();
  }
}

describe('the log of a run', () => {
  let api: SlowApi;
  let log: LogBuffer;

  const add = (count: number): number =>
    Array.from({ length: count }, () => log.add('info', LINE, undefined)).filter((isKept) => isKept).length;
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    api = new SlowApi();
    log = new LogBuffer(api, 'token');
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('keeps one batch while another is being sent, and counts what is logged beyond it', async () => {
    expect(add(1)).toBe(1);
    await pass(500);
    let kept = 0;
    for (let flushes = 0; flushes < 5; flushes++) {
      kept += add(1000);
      await pass(500);
    }
    expect(kept).toBe(1000);
    api.answer();
    await pass(500);
    expect(api.batches).toHaveLength(2);
    expect(api.batches[1]?.lines).toHaveLength(1000);
    expect(api.batches[1]?.dropped).toBe(4000);
  });

  it('is sent to its end before the run has ended', async () => {
    add(2);
    await pass(500);
    add(3);
    const closed = log.close();
    api.answer();
    await pass(0);
    expect(api.batches.map(({ lines }) => lines.length)).toEqual([2, 3]);
    api.answer();
    await closed;
  });

  it('does not hold the end of a run up for longer than five seconds', async () => {
    add(1);
    const closed = log.close();
    await pass(5000);
    await closed;
    expect(api.batches).toHaveLength(1);
  });
});
