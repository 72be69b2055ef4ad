import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Svc } from '@svc/client';
import { waitFor } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { act, ActionsUnderTest, failureOf, KEY, WAIT_MS } from './support/actions-under-test.js';
import { childrenOf } from './support/child-processes.js';

const SLOTS = 40;

describe('actions that go on', () => {
  let actions: ActionsUnderTest;
  let svc: Svc;
  let connectionId: string;

  beforeAll(async () => {
    actions = await ActionsUnderTest.start({ ACTION_SLOTS_PER_CONNECTION: String(SLOTS), RUNNER_CONCURRENCY: '40' });
    svc = actions.svc;
  }, 300_000);

  beforeEach(async () => {
    actions.upstream.hold();
    connectionId = await actions.connect();
  });

  afterAll(async () => {
    await actions?.stop();
  }, 60_000);

  it.each(['child', 'supervisor'] as const)(
    'lose to the death of the runner’s %s only what ran and may not be repeated',
    async (victim) => {
      const others = await actions.connect();
      const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
      const sync = times(SLOTS, (n) => failureOf(svc.triggerAction(act(connectionId, 'hold', n))));
      const start = (count: number, maxRetries: number) =>
        Promise.all(times(count, (n) => svc.triggerActionAsync({ ...act(others, 'hold', n), maxRetries })));
      const [once, repeatable] = await Promise.all([start(SLOTS / 2, 0), start(SLOTS / 2, 2)]);
      await waitFor('everything to run', WAIT_MS, async () => actions.upstream.calls.length === 2 * SLOTS);
      // Their connection has no free slot before one of those ends.
      const queued = await Promise.all([start(60, 0), start(60, 2)]);

      const runner = await actions.gateway.pidOf('runner');
      if (victim === 'supervisor') await actions.gateway.kill('runner');
      else for (const child of await childrenOf(runner)) process.kill(child, 'SIGKILL');

      const lost = {
        status: 500,
        code: 'action_script_failure',
        message: expect.stringContaining('may have had effects'),
      };
      for (const failure of await Promise.all(sync)) expect(failure).toMatchObject(lost);
      for (const handle of once) expect(await failureOf(actions.endOf(handle))).toMatchObject(lost);
      actions.upstream.release();
      const survivors = [...repeatable, ...queued.flat()];
      for (const handle of survivors) expect(await actions.endOf(handle)).toEqual({ n: expect.any(Number) });
      await waitFor('the runner to work again', WAIT_MS, () =>
        svc.triggerAction(act(connectionId, 'succeed', 1)).then(
          () => true,
          () => undefined,
        ),
      );
    },
    300_000,
  );

  it('have deployments beside them that outlive the death of the worker, and dry runs that end with it', async () => {
    const exec = `async (svc) => { await svc.get({ endpoint: '/held' }); return 'done'; }`;
    const ofAction = `createAction({ description: 'd', input: z.any(), output: z.any(), exec: ${exec} })`;
    const ofSync = `createSync({ description: 'd', frequency: 'every hour', models: { M: z.object({ id: z.string() }) }, exec: ${exec} })`;
    const sourceOf = (definition: string): string =>
      `import { createAction, createSync } from '@svc/functions';\nimport { z } from 'zod';\nexport default ${definition};`;
    const dryRun = (type: 'sync' | 'action', definition: string) =>
      svc.dryRunFunction({
        integration_id: KEY,
        connection_id: connectionId,
        function_type: type,
        code: sourceOf(definition),
      });
    const [ofActions, ofSyncs] = [dryRun('action', ofAction), dryRun('sync', ofSync)];
    await waitFor('both to run', WAIT_MS, async () => actions.upstream.calls.length === 2);
    const deployment = { integration_id: KEY, function_type: 'action', function_name: 'beside' } as const;
    const deployed = svc.deployFunction({ ...deployment, code: sourceOf(ofAction) });
    await actions.gateway.kill('worker');

    // What they did already, by calls or by actions that they triggered, nobody knows.
    const lost = { code: 'dryrun_error', message: expect.stringContaining('may have had effects') };
    expect(await Promise.all([ofActions, ofSyncs])).toMatchObject(Array(2).fill({ status: 'failed', error: lost }));
    expect(actions.upstream.calls).toHaveLength(2);
    expect(await deployed).toMatchObject({ status: 'success', deployed: true });
  }, 300_000);

  it('are cancelled while they run, and their function stops', async () => {
    const handle = await svc.triggerActionAsync(act(connectionId, 'hold', 1));
    await waitFor('the call', WAIT_MS, async () => actions.upstream.calls.length === 1);
    expect(await svc.cancelActionRun(handle.id)).toMatchObject({ data: { status: 'cancelled' } });
    expect(await failureOf(actions.endOf(handle))).toMatchObject({ status: 410, code: 'script_aborted' });
    await waitFor('the end of the call', WAIT_MS, async () => actions.upstream.left.length === 1);
  }, 180_000);

  it('run once for an idempotency key, also while they run', async () => {
    const keyed = { ...act(connectionId, 'hold', 7), idempotencyKey: randomUUID() };
    const first = svc.triggerAction(keyed);
    await waitFor('the call', WAIT_MS, async () => actions.upstream.calls.length === 1);
    const second = svc.triggerAction(keyed);
    expect(await failureOf(svc.triggerAction({ ...keyed, ...act(connectionId, 'hold', 8) }))).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    actions.upstream.release();
    expect(await Promise.all([first, second, svc.triggerAction(keyed)])).toEqual([{ n: 7 }, { n: 7 }, { n: 7 }]);
    expect(actions.upstream.calls).toHaveLength(1);
  }, 180_000);
});
