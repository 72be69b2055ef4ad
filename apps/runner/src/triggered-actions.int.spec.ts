import type { RunTriggerAction, TriggeredActionOutcome } from '@svc/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { actionOf, errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

const failed = (error: object): TriggeredActionOutcome => ({
  outcome: 'failed',
  error: { status: 500, code: 'action_script_runtime_error', message: 'closed', ...error },
});

describe('a function that triggers actions', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start({ maxChildren: 1, concurrencyPerChild: 2 });
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  it('gets what they returned, on its own connection or another one', async () => {
    const asked: RunTriggerAction[] = [];
    runner.api.triggered = (action) => {
      asked.push(action);
      return { outcome: 'completed', output: { n: asked.length } };
    };
    const body = `return [await svc.triggerAction('find', { a: 1 }), await svc.triggerAction('find'),
      await svc.triggerAction('hubspot', 'c2', 'find'), await svc.triggerAction('hubspot', 'c2', 'find', 7)];`;
    expect(outputOf(await runner.action(body))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    const elsewhere = { action_name: 'find', provider_config_key: 'hubspot', connection_id: 'c2' };
    expect(asked).toEqual([
      { action_name: 'find', input: { a: 1 } },
      { action_name: 'find' },
      elsewhere,
      { ...elsewhere, input: 7 },
    ]);
  });

  it('may catch what went wrong in them', async () => {
    runner.api.triggered = () => failed({ payload: { reason: 'closed' } });
    const body = `try { await svc.triggerAction('find'); } catch (error) {
      return [error instanceof ActionError, error.code, error.status, error.message, error.payload]; }`;
    expect(outputOf(await runner.action(body))).toEqual([
      true,
      'action_script_runtime_error',
      500,
      'closed',
      { reason: 'closed' },
    ]);
  });

  it('ends as they did when it does not', async () => {
    runner.api.triggered = () => failed({ payload: { reason: 'closed' } });
    const failure = { type: 'action_error', message: 'closed', payload: { reason: 'closed' } };
    expect(errorOf(await runner.action(`await svc.triggerAction('find');`))).toMatchObject(failure);
    const refusal = { code: 'invalid_action_input', message: 'wrong', errors: [{ path: ['a'] }] };
    runner.api.triggered = () => failed({ ...refusal, status: 400 });
    expect(errorOf(await runner.action(`await svc.triggerAction('find');`))).toMatchObject({
      type: 'action_error',
      message: 'wrong',
      payload: refusal,
    });
  });

  it('does not stand in the way of them when every place is taken', async () => {
    const [leaf, middle] = [await actionOf(`return 'leaf';`), await actionOf(`return svc.triggerAction('leaf');`)];
    runner.api.triggered = async ({ action_name: name }) => {
      const [script, depth] = name === 'leaf' ? [leaf, 2] : [middle, 1];
      return { outcome: 'completed', output: outputOf(await runner.run(script, { depth })) };
    };
    const root = `return Promise.all([1, 2, 3].map(() => svc.triggerAction('middle')));`;
    const results = await Promise.all([1, 2, 3, 4].map(() => runner.action(root)));
    expect(results.map(outputOf)).toEqual(Array(4).fill(['leaf', 'leaf', 'leaf']));
  }, 30_000);

  it('is told about a call that makes no sense', async () => {
    expect(errorOf(await runner.action(`await svc.triggerAction({ name: 'find' });`))).toMatchObject({
      type: 'function_error',
      message: expect.stringContaining('name of the action must be text'),
    });
  });
});
