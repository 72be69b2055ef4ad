import { describe, expect, it } from '@jest/globals';
import type { Operation, OperationLine } from '@svc/contracts';
import { followOperations, type LogFollower } from './follow-operations.js';

const OPERATION = {
  id: '01938f00-0000-7000-8000-000000000001',
  type: 'action',
  action: null,
  status: 'running',
  integration_id: 'tracker',
  connection_id: 'user-1',
  function_name: 'greet',
  sync_id: null,
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
  duration_ms: null,
  error: null,
} satisfies Operation;

const lineOf = (number: number): OperationLine => ({
  id: `01938f00-0000-7000-8000-00000000010${number}`,
  at: '2026-01-01T00:00:00.000Z',
  level: 'info',
  message: `line ${number}`,
  payload: null,
});

/** A log whose operation ends between the first and the second look, and whose last line comes after that. */
class LateLog {
  private looks = 0;

  latest(): Promise<Operation[]> {
    this.looks += 1;
    return Promise.resolve([OPERATION]);
  }

  one(): Promise<Operation> {
    return Promise.resolve(this.looks === 1 ? OPERATION : { ...OPERATION, status: 'success' });
  }

  lines(_id: string, { after = '' }: { after?: string | undefined }): Promise<OperationLine[]> {
    const written = [lineOf(1), ...(this.looks >= 3 ? [lineOf(2)] : [])];
    return Promise.resolve(written.filter(({ id }) => id > after));
  }
}

describe('followOperations', () => {
  it('tells of a line that was written after the end of its operation, once, and before that end', async () => {
    const told: string[] = [];
    const ending = new AbortController();
    const follower: LogFollower = {
      began: ({ status }) => void told.push(`began ${status}`),
      line: (_operation, { message }) => void told.push(message),
      ended: ({ status }) => {
        told.push(`ended ${status}`);
        ending.abort();
      },
      failed: (error) => void told.push(String(error)),
    };
    const options = { filters: {}, withLines: true, since: OPERATION.started_at, signal: ending.signal };
    await followOperations(new LateLog(), options, follower);
    expect(told).toEqual(['began running', 'line 1', 'line 2', 'ended success']);
  }, 20_000);
});
