import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SyncCheckpoints } from '@svc/domain';
import { errorOf, SyncsUnderTest } from '../testing/syncs-under-test.js';

describe('runs and checkpoints of syncs', () => {
  let syncs: SyncsUnderTest;

  beforeAll(async () => {
    syncs = await SyncsUnderTest.start();
  }, 60_000);
  afterAll(() => syncs?.stop());
  beforeEach(() => syncs.reset());

  const get = (path: string) => syncs.api.request('GET', path);
  const list = (query = '') => get(`/sync/runs?provider_config_key=${syncs.integration}${query}`);
  const openRun = async (name = 'items') => {
    await syncs.run(name, { status: 'RUNNING' });
    const [run] = (await list(`&syncs=${name}&status=RUNNING`)).body.data;
    return run;
  };
  const save = async (run: { id: string; sync_id: string }, count: number) => {
    const checkpoints = syncs.api.app.get(SyncCheckpoints, { strict: false });
    const of = { syncId: run.sync_id, fence: { runId: run.id, epoch: 0 }, isWindow: false };
    let { version } = await checkpoints.get(of);
    for (let n = 0; n < count; n += 1) {
      version = await checkpoints.save(of, { page: n }, version);
    }
  };
  const checkpointsQuery = (sync = 'items') =>
    `/sync/checkpoints?provider_config_key=${syncs.integration}&connection_id=c1&sync=${sync}`;

  it('lists runs, latest first, page by page', async () => {
    const results = { Item: { added: 3, updated: 0, deleted: 1 } };
    await syncs.run('items', { status: 'SUCCESS', results, finishedAt: new Date() });
    await syncs.run('items', { status: 'ERROR', reason: 'function_error', error: { name: 'E', message: 'broken' } });
    await syncs.run('manual', { status: 'STOPPED', reason: 'cancelled' });
    const first = await list('&limit=2');
    expect(first).toMatchObject({ status: 200, body: { next_cursor: expect.any(String) } });
    const second = await list(`&limit=2&cursor=${first.body.next_cursor}`);
    const all = [...first.body.data, ...second.body.data];
    expect(all.map(({ name, status }) => [name, status])).toEqual([
      ['manual', 'STOPPED'],
      ['items', 'ERROR'],
      ['items', 'SUCCESS'],
    ]);
    expect(second.body.next_cursor).toBeNull();
    expect(all[1]).toMatchObject({ reason: 'function_error', error: { name: 'E', message: 'broken' } });
    expect(all[2]).toMatchObject({
      connection_id: 'c1',
      variant: 'base',
      result: results,
      checkpoint: { from: null, to: null },
      finished_at: expect.any(String),
      run_url: 'http://temporal.test/namespaces/default/workflows/sync-1/run',
    });
    expect((await get(`/sync/runs/${all[0].id}`)).body.data).toEqual(all[0]);
  });

  it('lists by sync, status and connection', async () => {
    await syncs.run('items', { status: 'SUCCESS' });
    await syncs.run('manual', { status: 'ERROR' });
    expect((await list('&syncs=manual')).body.data.map(({ name }: any) => name)).toEqual(['manual']);
    expect((await list('&syncs=*&status=SUCCESS')).body.data.map(({ name }: any) => name)).toEqual(['items']);
    await syncs.connect('c2');
    expect((await list('&connection_id=c2')).body.data).toEqual([]);
  });

  it.each([
    ['&cursor=x', 400, 'invalid_query_params'],
    ['&status=DONE', 400, 'invalid_query_params'],
    ['&more=1', 400, 'invalid_query_params'],
    ['&connection_id=nobody', 404, 'unknown_connection'],
  ])('refuses %s', async (query, status, code) => {
    expect(errorOf(await list(query))).toEqual([status, code]);
  });

  it('cancels a run that goes on, once, and nobody else’s', async () => {
    const run = await openRun();
    const cancel = (id: string, key?: string) =>
      syncs.api.request('POST', `/sync/runs/${id}/cancel`, key === undefined ? {} : { key });
    const answer = await cancel(run.id);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'STOPPED', reason: 'cancelled' } } });
    const { rows } = await syncs.api.database.query<{ input: unknown }>(
      `SELECT input FROM temporal_commands WHERE input ->> 'kind' = 'workflow.cancel'`,
    );
    expect(rows).toEqual([{ input: { kind: 'workflow.cancel', workflowId: 'sync-1' } }]);
    expect(errorOf(await cancel(run.id))).toEqual([409, 'conflict']);
    expect(errorOf(await cancel('0e9c2bbd-1a7c-4d52-a4c9-16d9a7e1a0f5'))).toEqual([404, 'not_found']);
    const { body } = await syncs.api.asAccount('POST', '/environments', { name: `other-${Date.now()}` });
    const key = await syncs.api.asAccount('POST', '/environment/api-keys', {
      environment_id: body.data.id,
      display_name: 'k',
    });
    expect(errorOf(await cancel((await openRun('manual')).id, key.body.data.secret))).toEqual([404, 'not_found']);
  });

  it('keeps the latest 20 checkpoints and sets a sync back to one of them', async () => {
    const run = await openRun();
    await save(run, 23);
    const { data } = (await get(checkpointsQuery())).body;
    expect(data.map(({ checkpoint }: any) => checkpoint.page)).toEqual(Array.from({ length: 20 }, (_, n) => 22 - n));
    expect(data[0]).toMatchObject({ run_id: run.id, saved_at: expect.any(String) });
    const first = await get(`${checkpointsQuery()}&limit=12`);
    const second = await get(`${checkpointsQuery()}&limit=12&cursor=${first.body.next_cursor}`);
    expect([first.body.data.length, ...first.body.data, ...second.body.data]).toEqual([12, ...data]);
    expect(second.body.next_cursor).toBeNull();
    const foreign = await get(`${checkpointsQuery()}&cursor=${(await list('&limit=1')).body.next_cursor ?? 'made-up'}`);
    expect(errorOf(foreign)).toEqual([400, 'invalid_query_params']);
    const restore = (version: number) => syncs.post('/sync/checkpoints/restore', { sync: 'items', version });
    expect(errorOf(await restore(data[5].version))).toEqual([409, 'conflict']);
    await syncs.api.request('POST', `/sync/runs/${run.id}/cancel`);
    const restored = await restore(data[5].version);
    expect(restored).toMatchObject({ status: 200, body: { data: { checkpoint: { page: 17 }, run_id: null } } });
    expect((await syncs.statusOf('items')).checkpoint).toEqual({ page: 17 });
    expect(restored.body.data.version).toBeGreaterThan(data[0].version);
    expect(errorOf(await restore(1))).toEqual([404, 'not_found']);
  });

  it.each([
    ['nothing', 400, 'no_syncs_found'],
    ['items::other', 400, 'no_syncs_found'],
  ])('says that there is no sync %s', async (sync, status, code) => {
    expect(errorOf(await get(checkpointsQuery(sync)))).toEqual([status, code]);
  });

  it('says how a sync is named', async () => {
    const answer = await get(checkpointsQuery(''));
    expect(errorOf(answer)).toEqual([400, 'invalid_query_params']);
    expect(answer.body.error.message).toMatch(/^sync: must be the name of a sync, "name::variant" or/);
  });

  describe('over a window', () => {
    const from = '2026-01-01T00:00:00.000Z';
    const to = '2026-02-01T00:00:00.000Z';
    const ask = (window: object, sync: unknown = 'items') => syncs.post('/sync/runs', { sync, ...window });

    it('are asked for and can be cancelled before they begin', async () => {
      const asked = await ask({ from, to, checkpoint: { page: 3 } });
      expect(asked).toMatchObject({
        status: 200,
        body: {
          data: {
            name: 'items',
            status: 'QUEUED',
            reason: 'queued',
            trigger: 'window',
            window: { from, to },
            checkpoint: { from: { page: 3 }, to: null },
          },
        },
      });
      const { id } = asked.body.data;
      expect((await list('&status=QUEUED')).body.data).toEqual([asked.body.data]);
      expect(await syncs.api.request('POST', `/sync/runs/${id}/cancel`)).toMatchObject({
        status: 200,
        body: { data: { status: 'STOPPED', reason: 'cancelled' } },
      });
      expect(await syncs.api.request('POST', `/sync/runs/${id}/cancel`)).toMatchObject({ status: 409 });
    });

    it('do not become the latest result of their sync', async () => {
      await syncs.run('items', { status: 'SUCCESS', finishedAt: new Date() });
      const before = await syncs.statusOf('items');
      await ask({ from });
      expect(await syncs.statusOf('items')).toEqual(before);
    });

    it.each<[string, object, unknown, [number, string]]>([
      ['no window', {}, 'items', [400, 'invalid_body']],
      ['a window that ends before it begins', { from: to, to: from }, 'items', [400, 'invalid_body']],
      ['a date without a time zone', { from: '2026-01-01T00:00:00' }, 'items', [400, 'invalid_body']],
      ['a checkpoint that is not flat', { checkpoint: { a: {} } }, 'items', [400, 'invalid_body']],
      ['another field', { from, reset: true }, 'items', [400, 'invalid_body']],
      ['a sync that there is not', { from }, 'unknown', [400, 'no_syncs_found']],
      ['an unknown variant', { from }, { name: 'items', variant: 'other' }, [400, 'no_syncs_found']],
      ['an unknown connection', { from, connection_id: 'nobody' }, 'items', [404, 'unknown_connection']],
    ])('are refused for %s', async (_what, window, sync, expected) => {
      expect(errorOf(await ask(window, sync))).toEqual(expected);
    });

    it('wait in a bounded queue', async () => {
      for (let n = 0; n < 20; n += 1) expect((await ask({ from })).status).toBe(200);
      expect(errorOf(await ask({ from }))).toEqual([400, 'resource_capped']);
    });
  });
});
