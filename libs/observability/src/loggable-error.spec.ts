import { describe, expect, it } from '@jest/globals';
import { loggableError } from './loggable-error.js';

describe('loggableError', () => {
  it('tells what happened and why, without the requests, answers and payloads that errors carry', () => {
    const config = { headers: { 'X-Token': 'hunter2' }, data: '{"input":"hunter2"}' };
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', config });
    const error = Object.assign(new Error('no answer to Bearer hunter2hunter2', { cause }), {
      code: 'server_error',
      details: { payload: { name: 'hunter2' } },
    });
    const shown = loggableError(error);
    expect(shown).toMatchObject({
      type: 'Error',
      message: 'no answer to Bearer [redacted]',
      code: 'server_error',
      cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
    });
    expect(JSON.stringify(shown)).not.toContain('hunter2');
  });

  it('takes whatever was thrown, and ends with causes in a circle', () => {
    expect(loggableError('text')).toBe('text');
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(loggableError(error)).length).toBeLessThan(20_000);
  });
});
