import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Svc } from '@svc/client';
import { ActionExecutor } from '@svc/domain';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';
import { connectTracker, createTracker, TRACKER } from '../testing/tracker-fixture.js';

const never = new AbortController().signal;

describe('runs of actions', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let svc: Svc;
  let connectionId: string;

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({ RUNNER_URL: runner.url, TEMPORAL_UI_URL: 'http://temporal.local' });
    svc = new Svc({ apiKey: api.account.secretKey, host: api.url });
    await createTracker(api, [{ name: 'create-issue' }, { name: 'close-issue' }]);
  });

  beforeEach(async () => {
    connectionId = await connectTracker(api);
    runner.requests.length = 0;
    runner.answers({ outcome: 'completed', output: 'secret output' });
  });

  afterAll(async () => {
    await api.close();
    await runner.stop();
  }, 30_000);

  const start = async (actionName = 'create-issue', more: { maxRetries?: number; idempotencyKey?: string } = {}) =>
    await svc.triggerActionAsync({
      providerConfigKey: TRACKER,
      connectionId,
      actionName,
      input: { title: 'secret input' },
      ...more,
    });
  const get = (id: string, prefer: string) =>
    fetch(`${api.url}/action/${id}`, { headers: { authorization: `Bearer ${api.account.secretKey}`, prefer } });
  const attempt = (id: string) => api.app.get(ActionExecutor).attempt(id, never);

  it('tell how they stand, and nothing of what went in and came out', async () => {
    const idempotencyKey = randomUUID();
    const { id } = await start('create-issue', { maxRetries: 2, idempotencyKey });
    const { data: queued } = await svc.getActionRun(id);
    expect(queued).toEqual({
      id,
      action_name: 'create-issue',
      provider_config_key: TRACKER,
      connection_id: connectionId,
      status: 'queued',
      attempts: 0,
      max_retries: 2,
      idempotency_key: idempotencyKey,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      started_at: null,
      finished_at: null,
      run_url: `http://temporal.local/namespaces/default/workflows/action-${id}`,
    });
    await attempt(id);
    const { data: done } = await svc.getActionRun(id);
    expect(done).toMatchObject({ status: 'succeeded', attempts: 1, finished_at: expect.any(String) });
    expect(JSON.stringify(done)).not.toContain('secret');
    expect(await svc.waitForAction({ id })).toBe('secret output');
  });

  it('are waited for in one request, which is answered as soon as they end', async () => {
    const { id } = await start();
    let hasAnswer = false;
    const asked = get(id, 'wait=30').finally(() => (hasAnswer = true));
    await get(id, 'wait=1');
    expect(hasAnswer).toBe(false);
    await attempt(id);
    const answer = await asked;
    expect([answer.status, await answer.json()]).toEqual([200, 'secret output']);
  }, 60_000);

  it('that go on, or that there are not, hold nobody up for longer than asked', async () => {
    const { id } = await start();
    const answer = await get(id, 'wait=1');
    expect([answer.status, answer.headers.get('x-action-status')]).toEqual([404, 'queued']);
    expect((await get(randomUUID(), 'wait=30')).headers.get('x-action-status')).toBeNull();
    await expect(svc.waitForAction({ id }, { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  }, 20_000);

  it('say why they failed', async () => {
    const { id } = await start();
    runner.answers({
      outcome: 'failed',
      error: { type: 'action_error', name: 'ActionError', message: 'closed', payload: { reason: 'secret' } },
    });
    await attempt(id);
    const { data } = await svc.getActionRun(id);
    expect(data).toMatchObject({ status: 'failed', error: { code: 'action_script_runtime_error', message: 'closed' } });
    expect(JSON.stringify(data)).not.toContain('secret');
    await expect(svc.waitForAction({ id })).rejects.toMatchObject({ status: 500, payload: { reason: 'secret' } });
  });

  it('are listed latest first, page by page, by every filter', async () => {
    const ids = [await start(), await start('close-issue'), await start()].map(({ id }) => id);
    await attempt(ids[0] ?? '');
    const list = async (filter: object) =>
      (await svc.listActionRuns({ connectionId, ...filter })).data.map(({ id }) => id);
    const [first, second, third] = ids;
    expect(await list({})).toEqual([third, second, first]);
    expect(await list({ actionName: 'close-issue' })).toEqual([second]);
    expect(await list({ status: 'succeeded' })).toEqual([first]);
    expect(await list({ providerConfigKey: TRACKER, status: 'queued' })).toEqual([third, second]);
    expect(await list({ providerConfigKey: 'other' })).toEqual([]);
    const { data: middle } = await svc.getActionRun(second ?? '');
    expect(await list({ createdAfter: middle.created_at })).toEqual([third, second]);
    expect(await list({ createdBefore: middle.created_at })).toEqual([first]);
    const page = await svc.listActionRuns({ connectionId, limit: 2 });
    expect(page.data.map(({ id }) => id)).toEqual([third, second]);
    const rest = await svc.listActionRuns({ connectionId, limit: 2, cursor: page.next_cursor ?? '' });
    expect(rest).toMatchObject({ data: [{ id: first }], next_cursor: null });
  });

  it('end at once when they are cancelled, queued or running', async () => {
    const { id: queued } = await start();
    expect(await svc.cancelActionRun(queued)).toMatchObject({ data: { status: 'cancelled', attempts: 0 } });
    expect(await attempt(queued)).toEqual({ outcome: 'ended' });
    expect(runner.requests).toEqual([]);

    const { id: running } = await start();
    runner.behaves(async (_, response) => {
      await svc.cancelActionRun(running);
      response.end('{"outcome":"completed","output":"too late"}');
    });
    await attempt(running);
    expect(await svc.getActionRun(running)).toMatchObject({
      data: { status: 'cancelled', error: { code: 'script_aborted' } },
    });
    await expect(svc.getAsyncActionResult({ id: running })).rejects.toMatchObject({
      status: 410,
      code: 'script_aborted',
    });
    const { rows } = await api.database.query('SELECT kind FROM temporal_commands WHERE key = $1', [
      `workflow:action-${running}`,
    ]);
    expect(rows).toContainEqual({ kind: 'workflow.cancel' });
    await expect(svc.cancelActionRun(running)).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });

  it('are seen and cancelled by their own environment only', async () => {
    const { id } = await start();
    const { body } = await api.asAccount('POST', '/environments', { name: `other-${randomUUID().slice(0, 8)}` });
    const stranger = new Svc({ apiKey: body.data.secret_key, host: api.url });
    expect(await stranger.listActionRuns()).toEqual({ data: [], next_cursor: null });
    await expect(stranger.getActionRun(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(stranger.cancelActionRun(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await svc.getActionRun(id)).toMatchObject({ data: { status: 'queued' } });
  });

  it.each([
    ['status=done', 'status'],
    ['created_after=yesterday', 'created_after'],
    ['cursor=abc', 'cursor'],
    ['limit=101', 'limit'],
    ['color=red', ''],
  ])('refuse the query %s', async (query, path) => {
    const { status, body } = await api.request('GET', `/action/runs?${query}`);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_query_params' });
    expect(body.error.errors[0].path.join('.')).toBe(path);
  });

  it('need a key that may execute actions', async () => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environments.data[0].id,
      display_name: 'reader',
      scopes: ['environment:records:read'],
    });
    const answer = await api.request('GET', '/action/runs', { key: body.data.secret });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  });
});
