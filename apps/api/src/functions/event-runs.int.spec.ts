import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc, type EventRun } from '@svc/client';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('runs of functions that events called for', () => {
  let api: ApiUnderTest;
  let svc: Svc;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    svc = new Svc({ apiKey: api.account.secretKey, host: api.url });
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: 'api' } });
    for (const connection_id of ['ann', 'bob'])
      await api.request('POST', '/connections', {
        body: {
          provider_config_key: 'api',
          connection_id,
          connection_config: { baseUrl: api.url },
          credentials: { type: 'NONE' },
        },
      });
    const fileBody = { js: 'module.exports.default = {};', ts: '' };
    const deployed = await api.request('POST', '/sync/deploy', {
      body: {
        flowConfigs: [{ type: 'sync', syncName: 'issues', providerConfigKey: 'api', fileBody, models: ['Issue'] }],
        onEventScriptsByProvider: [
          {
            providerConfigKey: 'api',
            scripts: [{ name: 'welcome', fileBody, event: 'post-connection-creation' }],
          },
        ],
        reconcile: true,
        debug: false,
      },
    });
    expect(deployed.status).toBe(200);
    // Three of each kind, of every second one, the later the higher its number.
    await api.database.query(
      `INSERT INTO function_invocations (environment_id, connection_id, function_version_id, function_name, event, status, attempt,
         tries, operation_id, created_at, due_at, finished_at, error)
       SELECT c.environment_id, c.id, f.current_version_id, 'welcome', 'post-connection-creation',
              CASE n WHEN 1 THEN 'failed' ELSE 'queued' END, n, n, gen_random_uuid(), '2026-01-01T00:00:00.5Z'::timestamptz + n * interval '2 s',
              now(), CASE n WHEN 1 THEN now() END, CASE n WHEN 1 THEN '{"code":"function_error","message":"broken"}'::jsonb END
         FROM generate_series(1, 3) n, connections c, functions f WHERE c.connection_id = 'ann' AND f.name = 'welcome'`,
    );
    await api.database.query(
      `INSERT INTO webhook_runs (lane_key, order_key, environment_id, sync_id, event_type, status, tries, created_at, due_at,
         finished_at, results)
       SELECT 'x', 'x', s.environment_id, s.id, 'issue.' || n, 'succeeded', 1,
              '2026-01-01T00:00:01.5Z'::timestamptz + n * interval '2 s', NULL, now(), '{"Issue":{"added":1,"updated":0,"deleted":0}}'
         FROM generate_series(1, 3) n, syncs s JOIN connections c ON c.id = s.connection_id WHERE c.connection_id = 'bob'`,
    );
  }, 60_000);

  afterAll(async () => {
    await api.close();
  }, 60_000);

  const titleOf = ({ event, attempts, type }: EventRun): string =>
    type === 'webhook' ? event : `${event} ${attempts}`;

  it('are listed page by page, both kinds in one order', async () => {
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await svc.listEventRuns({ limit: 2, ...(cursor !== undefined && { cursor }) });
      titles.push(...page.data.map(titleOf));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    const created = 'post-connection-creation';
    expect(titles).toEqual(['issue.3', `${created} 3`, 'issue.2', `${created} 2`, 'issue.1', `${created} 1`]);
  });

  it.each([
    [{ type: 'webhook' }, 3],
    [{ status: 'queued' }, 2],
    [{ functionName: 'welcome' }, 3],
    [{ event: 'issue.2' }, 1],
    [{ connectionId: 'bob', providerConfigKey: 'api' }, 3],
    [{ providerConfigKey: 'other' }, 0],
    [{ createdAfter: '2026-01-01T00:00:05.5Z' }, 3],
    [{ createdBefore: '2026-01-01T00:00:05.5Z' }, 3],
  ] as const)('are filtered by %j', async (filter, count) => {
    expect((await svc.listEventRuns(filter)).data).toHaveLength(count);
  });

  it('are read one by one, with what came of them', async () => {
    const [failed] = (await svc.listEventRuns({ status: 'failed' })).data;
    expect(await svc.getEventRun({ id: failed?.id ?? '' })).toEqual({ data: failed });
    expect(failed).toMatchObject({
      type: 'on-event',
      function_name: 'welcome',
      connection_id: 'ann',
      due_at: null,
      error: { code: 'function_error', message: 'broken' },
      operation_id: expect.any(String),
    });
    const [handled] = (await svc.listEventRuns({ event: 'issue.1' })).data;
    expect((await svc.getEventRun({ id: handled?.id ?? '' })).data).toMatchObject({
      type: 'webhook',
      function_name: 'issues',
      connection_id: 'bob',
      results: { Issue: { added: 1, updated: 0, deleted: 0 } },
      operation_id: null,
    });
  });

  it.each([
    ['?cursor=bm8', 400, 'invalid_query_params'],
    ['?status=done', 400, 'invalid_query_params'],
    ['/no-id', 400, 'invalid_uri_params'],
    ['/999999999999999999', 404, 'not_found'],
    ['/00000000-0000-4000-8000-000000000000', 404, 'not_found'],
  ])('answer %s with %i', async (path, status, code) => {
    expect(await api.request('GET', `/functions/event-runs${path}`)).toMatchObject({
      status,
      body: { error: { code } },
    });
  });
});
