import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc } from '@svc/client';
import { ActionExecutor } from '@svc/domain';
import { waitFor } from '@svc/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';
import { connectTracker, createTracker, TRACKER } from '../testing/tracker-fixture.js';

const never = new AbortController().signal;

describe('a connection that runs as many actions as it may', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let svc: Svc;
  let busy: string;
  let end: () => void;
  let running: Promise<unknown>;

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({
      RUNNER_URL: runner.url,
      ACTION_SLOTS_PER_CONNECTION: '1',
      ACTION_START_WITHIN_MS: '100',
    });
    svc = new Svc({ apiKey: api.account.secretKey, host: api.url });
    await createTracker(api, [{ name: 'create-issue' }]);
    busy = await connectTracker(api);
    const ended = new Promise<void>((resolve) => (end = resolve));
    runner.behaves(async ({ connection }, response) => {
      if (connection.connectionId === busy) await ended;
      response.end('{"outcome":"completed","output":"done"}');
    });
    running = svc.triggerAction(call(busy));
    await waitFor('the first action', 5_000, async () => runner.requests.length === 1);
  });

  afterAll(async () => {
    await api.close();
    await runner.stop();
  }, 30_000);

  const call = (connectionId: string) => ({ providerConfigKey: TRACKER, connectionId, actionName: 'create-issue' });

  it('refuses a synchronous one that waited for too long, and says when to come back', async () => {
    await expect(svc.triggerAction(call(busy))).rejects.toMatchObject({
      status: 429,
      code: 'too_many_request',
      payload: { limit: 'connection', slots: 1 },
      retryAfterSeconds: 5,
    });
    expect(await svc.triggerAction(call(await connectTracker(api)))).toBe('done');
  });

  it('lets an asynchronous one wait until there is a slot', async () => {
    const handle = await svc.triggerActionAsync(call(busy));
    const attempt = () => api.app.get(ActionExecutor).attempt(handle.id, never);
    expect(await attempt()).toMatchObject({ outcome: 'repeat' });
    expect(await svc.getActionRun(handle.id)).toMatchObject({ data: { status: 'queued', attempts: 0 } });
    end();
    expect(await running).toBe('done');
    expect(await attempt()).toEqual({ outcome: 'ended' });
    expect(await svc.getAsyncActionResult(handle)).toBe('done');
  });
});
