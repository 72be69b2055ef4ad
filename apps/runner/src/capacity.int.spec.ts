import { afterEach, describe, expect, it } from '@jest/globals';
import { jsonAnswer } from './testing/fake-run-api.js';
import { actionOf, errorOf, outputOf, RunnerHarness, syncOf } from './testing/runner-harness.js';
import { until } from './testing/until.js';

const WAIT = `await new Promise((resolve) => setTimeout(resolve, 3000)); return 'done';`;

describe('the runner', () => {
  let runner: RunnerHarness;
  afterEach(() => runner.stop());

  /** The environment has a process then, however long that takes here. */
  const warmUp = async (environmentId = 1): Promise<void> => {
    const script = await actionOf('return 0;');
    while ((await runner.post(runner.request(script, { environmentId }))).status === 503);
  };

  it('answers 503 with Retry-After when it is full, and a queued run gets the place that comes free', async () => {
    runner = await RunnerHarness.start({ maxChildren: 1, concurrencyPerChild: 1, maxWaitMs: 700 });
    await warmUp();
    const running = runner.action(`await new Promise((r) => setTimeout(r, 1000)); return 1;`);
    await until(() => runner.runner.pool.runningCount === 1);
    const refused = await runner.post(runner.request(await actionOf('return 2;')));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({ error: { code: 'execution_environment_unavailable' } });
    const queued = runner.action('return 3;');
    expect(outputOf(await running)).toBe(1);
    expect(outputOf(await queued)).toBe(3);
  }, 30_000);

  it('keeps places for actions and processes for other environments while one is full of syncs', async () => {
    runner = await RunnerHarness.start({ maxChildren: 2, concurrencyPerChild: 4, maxWaitMs: 400 });
    const script = await syncOf(`await new Promise((resolve) => setTimeout(resolve, 3000));`);
    for (const environmentId of [2, 1]) await warmUp(environmentId);
    const syncs = [1, 2, 3].map(() => runner.run(script, { kind: 'sync' }));
    await until(() => runner.runner.pool.runningCount === 3);
    expect((await runner.post(runner.request(script, { kind: 'sync' }))).status).toBe(503);
    expect(outputOf(await runner.action('return 1;'))).toBe(1);
    expect(outputOf(await runner.action('return 2;', { environmentId: 2 }))).toBe(2);
    for (const sync of await Promise.all(syncs)) expect(sync.outcome).toBe('completed');
  }, 30_000);

  it('serves more environments than it has processes, one after the other', async () => {
    runner = await RunnerHarness.start({ maxChildren: 2 });
    for (const environmentId of [1, 2, 3, 1]) {
      expect(outputOf(await runner.action('return 1;', { environmentId }))).toBe(1);
    }
    expect(runner.runner.pool.all.length).toBeLessThanOrEqual(2);
  }, 30_000);

  it('gives an environment a process while two others keep all of them busy', async () => {
    runner = await RunnerHarness.start({ maxChildren: 3, concurrencyPerChild: 1 });
    const script = await actionOf(`await new Promise((resolve) => setTimeout(resolve, 200)); return 'done';`);
    let isOver = false;
    const load = async (environmentId: number): Promise<string[]> => {
      const outcomes: string[] = [];
      while (!isOver) outcomes.push((await runner.run(script, { environmentId })).outcome);
      return outcomes;
    };
    const processesOf = (id: number) =>
      runner.runner.pool.all.filter(({ environmentId }) => environmentId === id).length;
    const loads = [1, 1, 1, 1].map(load);
    await until(() => processesOf(1) === 2);
    loads.push(load(2), load(2));
    await until(() => processesOf(2) === 1 && runner.runner.pool.runningCount === 3);
    const third = await runner.action('return 3;', { environmentId: 3 }).finally(() => (isOver = true));
    const outcomes = (await Promise.all(loads)).flat();
    expect(outputOf(third)).toBe(3);
    expect(new Set(outcomes)).toEqual(new Set(['completed']));
  }, 60_000);

  it('lets functions call while others wait for all that they called at once', async () => {
    runner = await RunnerHarness.start({ maxChildren: 1, concurrencyPerChild: 8 });
    await warmUp();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    runner.api.provider = async ({ endpoint }) => {
      if (endpoint === '/slow') await released;
      return jsonAnswer({});
    };
    const fanOut = await actionOf(
      `return (await Promise.all(Array.from({ length: 30 }, () => svc.get({ endpoint: '/slow' })))).length;`,
    );
    const waiting = Array.from({ length: 5 }, () => runner.run(fanOut));
    await until(() => runner.api.proxied.length === 150);
    expect(outputOf(await runner.action(`return (await svc.get({ endpoint: '/quick' })).status;`))).toBe(200);
    release();
    expect((await Promise.all(waiting)).map(outputOf)).toEqual([30, 30, 30, 30, 30]);
  }, 30_000);

  it('stops a function whose caller hangs up', async () => {
    runner = await RunnerHarness.start();
    const hangUp = new AbortController();
    const response = runner.post(runner.request(await actionOf(WAIT)), { signal: hangUp.signal });
    await until(() => runner.runner.pool.runningCount === 1);
    hangUp.abort();
    await expect(response).rejects.toThrow();
    const startedAtMs = Date.now();
    await until(() => runner.runner.pool.runningCount === 0);
    expect(Date.now() - startedAtMs).toBeLessThan(2000);
  }, 30_000);

  it('lets runs end when it stops, then aborts those that take too long', async () => {
    runner = await RunnerHarness.start();
    await warmUp();
    const short = runner.action(`await new Promise((r) => setTimeout(r, 300)); return 'done';`);
    const long = runner.action(`await new Promise((r) => setTimeout(r, 15_000));`);
    await until(() => runner.runner.pool.runningCount === 2);
    const stopped = runner.runner.stop(1000);
    expect((await runner.post(runner.request(await actionOf('return 1;')))).status).toBe(503);
    expect(outputOf(await short)).toBe('done');
    expect(errorOf(await long)).toMatchObject({ type: 'platform', message: expect.stringMatching(/runner stops/) });
    await stopped;
    await until(() => runner.runner.pool.all.length === 0);
  }, 30_000);

  it('serves only those who know the secret, and says what is wrong with a request', async () => {
    runner = await RunnerHarness.start();
    const request = runner.request(await actionOf('return 1;'));
    expect((await runner.post(request, { secret: 'wrong' })).status).toBe(401);
    const broken = await runner.post({ ...request, runId: 5 });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: 'invalid_body', errors: [{ path: ['runId'] }] } });
    const health = await fetch(`${runner.url}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', runs: 0 });
  }, 30_000);
});
