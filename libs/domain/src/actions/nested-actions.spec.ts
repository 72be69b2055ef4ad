import { describe, expect, it } from '@jest/globals';
import { AppError } from '@svc/errors';
import type { RunClaims } from '../runs/run-claims.js';
import type { ActionCall } from './action-call.js';
import { NestedActions } from './nested-actions.service.js';

const run: RunClaims = {
  runId: 'r1',
  kind: 'action',
  epoch: 1,
  environmentId: 1,
  integrationId: 1,
  providerConfigKey: 'github',
  connectionId: 1,
  connectionKey: 'ann',
  functionName: 'outer',
  operationId: 'o1',
  exp: 0,
};
const never = new AbortController().signal;

describe('actions that functions trigger', () => {
  const calls: ActionCall[] = [];
  const nested = new NestedActions({ run: async (call) => (calls.push(call), '{"n":1}') });
  const trigger = async (claims: RunClaims, action: { action_name: string; connection_id?: string }) =>
    JSON.parse(await nested.trigger(claims, 'dev', action, never)) as unknown;

  it('run on the connection of the function, unless it names another one', async () => {
    expect(await trigger(run, { action_name: 'inner' })).toEqual({ outcome: 'completed', output: { n: 1 } });
    await trigger(run, { action_name: 'inner', connection_id: 'bob' });
    expect(calls).toMatchObject([
      { providerConfigKey: 'github', connectionId: 'ann', actionName: 'inner', callers: ['outer'] },
      { connectionId: 'bob' },
    ]);
  });

  it('end where they trigger each other without end', async () => {
    const deepest = { ...run, callers: ['a', 'b', 'a', 'b'] };
    expect(await trigger(deepest, { action_name: 'c' })).toMatchObject({ outcome: 'completed' });
    expect(await trigger({ ...run, callers: ['a', 'b', 'a', 'b', 'a'] }, { action_name: 'c' })).toEqual({
      outcome: 'failed',
      error: {
        status: 400,
        code: 'action_nesting_too_deep',
        message: expect.stringContaining('a > b > a > b > a > outer > c'),
      },
    });
  });

  it('hand their failures to the function, not those of the gateway', async () => {
    const failing = (error: Error) => new NestedActions({ run: () => Promise.reject(error) });
    const closed = failing(new AppError('action_script_runtime_error', 'closed', { payload: { a: 1 } }));
    expect(JSON.parse(await closed.trigger(run, 'dev', { action_name: 'inner' }, never))).toEqual({
      outcome: 'failed',
      error: { status: 500, code: 'action_script_runtime_error', message: 'closed', payload: { a: 1 } },
    });
    const broken = failing(new Error('the database is away'));
    await expect(broken.trigger(run, 'dev', { action_name: 'inner' }, never)).rejects.toThrow('away');
  });
});
