import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunFailure } from '@svc/contracts';
import { ActionExecutor, RunTokens } from '@svc/domain';
import { waitFor } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';
import { connectTracker, createTracker } from '../testing/tracker-fixture.js';

const never = new AbortController().signal;
const failed = (type: RunFailure['type'], more: Partial<RunFailure> = {}) =>
  ({ outcome: 'failed', error: { type, name: 'SomeError', message: 'it broke', ...more } }) as const;

describe('actions', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let connectionId: string;

  const trigger = (
    body: unknown = { action_name: 'create-issue', input: { title: 'x' } },
    headers: Record<string, string> = {},
  ) =>
    api.request('POST', '/action/trigger', {
      body,
      headers: { 'provider-config-key': 'tracker', 'connection-id': connectionId, ...headers },
    });
  const triggerAsync = async (headers: Record<string, string> = {}): Promise<string> => {
    const { status, body } = await trigger(undefined, { 'x-async': 'true', ...headers });
    expect(status).toBe(202);
    return body.id;
  };
  const result = (id: string) => api.request('GET', `/action/${id}`);
  const attempt = (id: string) => api.app.get(ActionExecutor).attempt(id, never);

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({ RUNNER_URL: runner.url, ACTION_START_WITHIN_MS: '300' });
    await createTracker(api, [{ name: 'create-issue' }, { name: 'disabled', enabled: false }]);
  });

  beforeEach(async () => {
    connectionId = await connectTracker(api);
    runner.requests.length = 0;
  });

  // Commands for Temporal that are under way end first; here it never answers.
  afterAll(async () => {
    await api.close();
    await runner.stop();
  }, 30_000);

  describe('waited for', () => {
    it('answer with what the function returned, byte for byte', async () => {
      runner.answers('{"outcome":"completed","output":{"id": 9007199254740993, "price":1.0}}');
      const answer = await fetch(`${api.url}/action/trigger`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${api.account.secretKey}`,
          'content-type': 'application/json',
          'provider-config-key': 'tracker',
          'connection-id': connectionId,
        },
        body: JSON.stringify({ action_name: 'create-issue', input: null, ignored: true }),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await answer.text()).toBe('{"id": 9007199254740993, "price":1.0}');
      expect(runner.requests[0]).toMatchObject({
        function: { kind: 'action', name: 'create-issue', scriptHash: 'abc' },
        connection: { connectionId, providerConfigKey: 'tracker', provider: 'private-api-bearer' },
        environmentName: 'dev',
        input: null,
        limits: { outputBytes: 10 * 1024 * 1024, wallTimeMs: 900_000 },
      });
      const claims = api.app.get(RunTokens).verify(runner.requests[0]?.token ?? '');
      expect(claims).toMatchObject({ kind: 'action', connectionKey: connectionId, functionName: 'create-issue' });
    });

    it.each([
      ['nothing', '{"outcome":"completed"}', null],
      ['null', '{"outcome":"completed","output":null}', null],
      ['text', '{"outcome":"completed","output":"done"}', 'done'],
      ['10 MB', `{"outcome":"completed","output":"${'x'.repeat(10_000_000)}"}`, 'x'.repeat(10_000_000)],
    ])('may return %s', async (_, text, expected) => {
      runner.answers(text);
      expect(await trigger()).toMatchObject({ status: 200, body: expected });
    });

    it.each([
      [
        failed('action_error', { payload: 'closed' }),
        500,
        { code: 'action_script_runtime_error', message: 'it broke', payload: { message: 'closed' } },
      ],
      [
        failed('upstream_http_error', {
          upstream: { status: 422, headers: { 'content-type': 'text/plain', server: 'x' }, body: 'no' },
        }),
        424,
        {
          code: 'script_http_error',
          payload: { message: 'no' },
          upstream: { status: 422, headers: { 'content-type': 'text/plain' }, body: 'no' },
        },
      ],
      [
        failed('invalid_input', { issues: [{ code: 'invalid_type', message: 'no', path: ['title'] }] }),
        400,
        { code: 'invalid_action_input', errors: [{ path: ['title'] }] },
      ],
      [failed('output_too_big'), 413, { code: 'action_output_too_big' }],
      [failed('out_of_memory'), 500, { code: 'function_runtime_out_of_memory' }],
    ] as const)('answer a failure as the contract says: %j', async (outcome, status, error) => {
      runner.answers(outcome);
      expect(await trigger()).toMatchObject({ status, body: { error } });
    });

    it('wait a while for a runner that is full', async () => {
      runner.behaves((_, response) => {
        response.statusCode = runner.requests.length === 1 ? 503 : 200;
        response.end('{"outcome":"completed","output":"late"}');
      });
      expect(await trigger()).toMatchObject({ status: 200, body: 'late' });
    });

    it('say that nothing ran when it stays full', async () => {
      runner.behaves((_, response) => {
        response.writeHead(503, { 'retry-after': '2' });
        response.end();
      });
      const full = await trigger();
      expect(full).toMatchObject({ status: 500, body: { error: { code: 'action_script_failure' } } });
      expect(full.headers.get('retry-after')).toBe('2');
    });

    it('are logged as operations', async () => {
      runner.answers(failed('function_error', { codeFrame: '> 3 | throw' }));
      await trigger();
      const query = `SELECT o.status, o.error, l.message, l.payload FROM operations o JOIN log_lines l ON l.operation_id = o.id WHERE o.connection_key = $1`;
      const rows = await waitFor('the log', 3_000, async () => {
        const found = await api.database.query(query, [connectionId]);
        return found.rowCount > 0 && found.rows;
      });
      expect(rows).toEqual([
        {
          status: 'failed',
          error: { code: 'script_internal_error', message: 'it broke' },
          message: 'SomeError: it broke',
          payload: { code_frame: '> 3 | throw' },
        },
      ]);
    });

    it('are stopped when the caller hangs up', async () => {
      let started = (): void => undefined;
      const isRunning = new Promise<void>((resolve) => (started = resolve));
      runner.behaves(() => started());
      const caller = new AbortController();
      const call = fetch(`${api.url}/action/trigger`, {
        method: 'POST',
        signal: caller.signal,
        headers: {
          authorization: `Bearer ${api.account.secretKey}`,
          'content-type': 'application/json',
          'provider-config-key': 'tracker',
          'connection-id': connectionId,
        },
        body: JSON.stringify({ action_name: 'create-issue' }),
      });
      await isRunning;
      const before = runner.aborted;
      caller.abort();
      await expect(call).rejects.toThrow();
      while (runner.aborted === before) await new Promise((resolve) => setTimeout(resolve, 5));
    });

    it.each([
      ['an unknown connection', { 'connection-id': 'nobody' }, {}, 400, 'unknown_connection'],
      ['an unknown integration', { 'provider-config-key': 'nothing' }, {}, 400, 'unknown_connection'],
      ['an unknown action', {}, { action_name: 'nothing' }, 404, 'not_found'],
      ['a disabled action', {}, { action_name: 'disabled' }, 404, 'disabled_resource'],
      ['a bad action name', {}, { action_name: 'a/b' }, 400, 'invalid_body'],
      ['bad retries', { 'x-max-retries': '6' }, {}, 400, 'invalid_headers'],
      ['a bad switch', { 'x-async': 'maybe' }, {}, 400, 'invalid_headers'],
      ['a bad idempotency key', { 'idempotency-key': 'a b' }, {}, 400, 'invalid_headers'],
    ])('refuse %s', async (_, headers, body, status, code) => {
      const merged = { action_name: 'create-issue', ...body };
      expect(await trigger(merged, headers)).toMatchObject({ status, body: { error: { code } } });
      expect(runner.requests).toEqual([]);
    });
  });

  describe('in the background', () => {
    it('are accepted while Temporal is away, and kept for it', async () => {
      const { status, body, headers } = await trigger(undefined, { 'x-async': 'true' });
      expect({ status, body }).toEqual({
        status: 202,
        body: { id: expect.any(String), statusUrl: `/action/${body.id}` },
      });
      expect(headers.get('location')).toBe(`/action/${body.id}`);
      const { rows } = await api.database.query(`SELECT kind, input FROM temporal_commands WHERE key = $1`, [
        `workflow:action-${body.id}`,
      ]);
      expect(rows).toMatchObject([
        { kind: 'workflow.start', input: { start: { workflow: 'action', taskQueue: 'interactive' } } },
      ]);
      expect(JSON.stringify(rows)).not.toContain('title');
      const stored = await api.database.query('SELECT input_sealed FROM action_runs WHERE id = $1', [body.id]);
      expect(stored.rows[0]?.['input_sealed']).not.toContain('title');
    });

    it('tell their status until they are done', async () => {
      const id = await triggerAsync();
      const queued = await result(id);
      expect(queued).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
      expect(queued.headers.get('x-action-status')).toBe('queued');
      let whileRunning: string | null = null;
      runner.behaves(async (_, response) => {
        whileRunning = (await result(id)).headers.get('x-action-status');
        response.end('{"outcome":"completed","output":null}');
      });
      expect(await attempt(id)).toEqual({ outcome: 'ended' });
      expect(whileRunning).toBe('running');
      expect(runner.requests[0]?.input).toEqual({ title: 'x' });
      expect(await result(id)).toMatchObject({ status: 200, body: null });
      expect(await attempt(id)).toEqual({ outcome: 'ended' });
      expect(runner.requests).toHaveLength(1);
    });

    it('fail as if they were waited for', async () => {
      const id = await triggerAsync();
      runner.answers(failed('upstream_http_error', { upstream: { status: 500, headers: {}, body: { a: 1 } } }));
      expect(await attempt(id)).toEqual({ outcome: 'ended' });
      expect(await result(id)).toMatchObject({
        status: 424,
        body: { error: { code: 'script_http_error', payload: { a: 1 }, upstream: { status: 500, body: { a: 1 } } } },
      });
    });

    it('are repeated as often as the caller allowed', async () => {
      const id = await triggerAsync({ 'x-max-retries': '1' });
      runner.answers(failed('network_error'));
      expect(await attempt(id)).toEqual({ outcome: 'repeat', waitMs: 1_000 });
      expect((await result(id)).headers.get('x-action-status')).toBe('queued');
      expect(await attempt(id)).toEqual({ outcome: 'ended' });
      expect(await result(id)).toMatchObject({ status: 500, body: { error: { code: 'script_network_error' } } });
      expect(runner.requests).toHaveLength(2);
    });

    it('are never run a second time after their worker died', async () => {
      const id = await triggerAsync();
      await api.database.query(`UPDATE action_runs SET status = 'running', attempt = 1 WHERE id = $1`, [id]);
      expect(await attempt(id)).toEqual({ outcome: 'ended' });
      expect(await result(id)).toMatchObject({ status: 500, body: { error: { code: 'action_script_failure' } } });
      expect(runner.requests).toEqual([]);
    });

    it('wait for a runner, which counts as no attempt', async () => {
      const id = await triggerAsync();
      runner.answers('', 503);
      expect(await attempt(id)).toMatchObject({ outcome: 'repeat' });
      expect((await result(id)).headers.get('x-action-status')).toBe('queued');
      runner.answers({ outcome: 'completed', output: 'late' });
      expect(await attempt(id)).toEqual({ outcome: 'ended' });
      expect(await result(id)).toMatchObject({ status: 200, body: 'late' });
    });

    it('end when they are cancelled, and when their connection is gone', async () => {
      const cancelled = await triggerAsync();
      await api.app.get(ActionExecutor).abort(cancelled);
      expect(await result(cancelled)).toMatchObject({ status: 410, body: { error: { code: 'script_aborted' } } });
      const orphan = await triggerAsync();
      await api.database.query('UPDATE connections SET deleted_at = now() WHERE connection_id = $1', [connectionId]);
      await attempt(orphan);
      expect(await result(orphan)).toMatchObject({ status: 400, body: { error: { code: 'unknown_connection' } } });
    });

    it('are seen by their own environment only', async () => {
      const id = await triggerAsync();
      const { body } = await api.asAccount('POST', '/environments', { name: `other-${randomUUID().slice(0, 8)}` });
      const elsewhere = await api.request('GET', `/action/${id}`, { key: body.data.secret_key });
      expect(elsewhere.status).toBe(404);
      expect(elsewhere.headers.has('x-action-status')).toBe(false);
      expect((await result(randomUUID())).headers.has('x-action-status')).toBe(false);
      expect(await result('not-a-uuid')).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_uri_params' } },
      });
    });
  });

  describe('with an idempotency key', () => {
    /** Of the run that a call which goes on has begun. */
    const idOf = (key: string): Promise<string> =>
      waitFor('the run', 30_000, async () => {
        const sql = 'SELECT id FROM action_runs WHERE idempotency_key = $1';
        return (await api.database.query<{ id: string }>(sql, [key])).rows[0]?.id;
      });

    it('have their end told only where nobody waits for the result', async () => {
      const settings = { primary_url: 'http://127.0.0.1:9/hook', on_async_action_completion: true };
      await api.request('PATCH', '/environment/webhook-settings', { body: settings });
      runner.answers({ outcome: 'completed', output: 'done' });
      const headers = { 'idempotency-key': randomUUID() };
      const call = trigger(undefined, headers);
      await attempt(await idOf(headers['idempotency-key']));
      expect(await call).toMatchObject({ status: 200, body: 'done' });
      const asynchronous = await triggerAsync({ 'idempotency-key': randomUUID() });
      await attempt(asynchronous);
      const { rows } = await api.database.query(
        `SELECT payload #>> '{payload,id}' AS id FROM webhook_events WHERE type = 'async_action'`,
      );
      expect(rows).toEqual([{ id: asynchronous }]);
      await api.request('PATCH', '/environment/webhook-settings', {
        body: { primary_url: null, on_async_action_completion: false },
      });
    });

    it('run once, however often they are asked for', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      runner.answers({ outcome: 'completed', output: 'once' });
      const calls = [trigger(undefined, headers), trigger(undefined, headers)];
      const id = await idOf(headers['idempotency-key']);
      await attempt(id);
      for (const call of calls) expect(await call).toMatchObject({ status: 200, body: 'once' });
      expect(await trigger(undefined, headers)).toMatchObject({ status: 200, body: 'once' });
      expect(await triggerAsync(headers)).toBe(id);
      expect(runner.requests).toHaveLength(1);
    });

    it.each([
      ['connection was deleted', 'connections', 'deleted_at = now()', 'unknown_connection'],
      ['action was deleted', 'functions', 'deleted_at = now()', 'not_found'],
      ['action was disabled', 'functions', 'enabled = false', 'disabled_resource'],
    ])('answer the same after the %s', async (_, table, change, code) => {
      const headers = { 'idempotency-key': randomUUID() };
      runner.answers({ outcome: 'completed', output: 'once' });
      const id = await triggerAsync(headers);
      await attempt(id);
      await api.database.query(`UPDATE ${table} SET ${change}`);
      try {
        expect(await trigger(undefined, headers)).toMatchObject({ status: 200, body: 'once' });
        expect(await triggerAsync(headers)).toBe(id);
        const first = await trigger(undefined, { 'idempotency-key': randomUUID() });
        expect(first.body).toMatchObject({ error: { code } });
      } finally {
        await api.database.query(`UPDATE functions SET deleted_at = NULL, enabled = name <> 'disabled'`);
      }
    });

    it('take an input for the same in whatever order its keys come', async () => {
      const headers = { 'idempotency-key': randomUUID(), 'x-async': 'true' };
      const ask = (input: unknown) => trigger({ action_name: 'create-issue', input }, headers);
      const first = await ask({ title: 'x', more: { a: 1, b: [{ c: 1, d: 2 }] } });
      const again = await ask({ more: { b: [{ d: 2, c: 1 }], a: 1 }, title: 'x' });
      expect([first.status, again.status]).toEqual([202, 202]);
      expect(again.body.id).toBe(first.body.id);
      expect(await ask({ title: 'x', more: { a: 1, b: [{ c: 1 }, { d: 2 }] } })).toMatchObject({ status: 409 });
    });

    it('refuse the same key for another call', async () => {
      const headers = { 'idempotency-key': randomUUID(), 'x-async': 'true' };
      await trigger(undefined, headers);
      const other = { action_name: 'create-issue', input: { title: 'y' } };
      expect(await trigger(other, headers)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    });
  });
});
