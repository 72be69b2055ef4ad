import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OperationLog, type OperationStart } from '@svc/domain';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('the log', () => {
  let api: ApiUnderTest;
  let log: OperationLog;
  let environmentId = 0;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    log = api.app.get(OperationLog);
    environmentId = (await api.asAccount('GET', '/environments')).body.data[0].id;
  });

  afterAll(async () => {
    await api.close();
  }, 60_000);

  const begin = (start: Partial<OperationStart> = {}): string =>
    log.start({ environmentId, type: 'action', ...start }).id;
  const list = async (query: string) => (await api.request('GET', `/logs/operations?${query}`)).body;
  const idsOf = async (query: string): Promise<string[]> =>
    (await list(query)).data.map(({ id }: { id: string }) => id);

  it('shows what the gateway did, latest first', async () => {
    const first = begin({ functionName: 'create-issue', providerConfigKey: 'github', connectionKey: 'ann' });
    log.finish(first, { status: 'failed', error: { code: 'script_http_error', message: 'answered 500' } });
    const second = begin({ type: 'sync', action: 'run', functionName: 'issues', providerConfigKey: 'github' });
    await log.flush();
    const { data, next_cursor } = await list('integration=github');
    expect(next_cursor).toBeNull();
    expect(data).toEqual([
      {
        id: second,
        type: 'sync',
        action: 'run',
        status: 'running',
        integration_id: 'github',
        connection_id: null,
        function_name: 'issues',
        sync_id: null,
        started_at: expect.stringMatching(/Z$/),
        finished_at: null,
        duration_ms: null,
        error: null,
      },
      expect.objectContaining({
        id: first,
        status: 'failed',
        connection_id: 'ann',
        duration_ms: expect.any(Number),
        error: { code: 'script_http_error', message: 'answered 500' },
      }),
    ]);
    expect(await api.request('GET', `/logs/operations/${first}`)).toMatchObject({
      status: 200,
      body: { data: data[1] },
    });
  });

  it('is filtered and paged', async () => {
    const make = (start: Partial<OperationStart>, message?: string) => {
      const id = begin({ providerConfigKey: 'filtered', ...start });
      if (message !== undefined) log.log(id, { level: 'info', message });
      return id;
    };
    const a = make({ functionName: 'one', connectionKey: 'ann' });
    const b = make({ type: 'sync', functionName: 'two', connectionKey: 'ann' }, 'Rate limit: 50% left');
    const c = make({ type: 'sync', functionName: 'two', connectionKey: 'bob' });
    log.finish(c, { status: 'failed', error: { message: 'The quota of Ann is used up.' } });
    await log.flush();
    const filtered = (query: string) => idsOf(`integration=filtered&${query}`);
    expect(await filtered('type=sync')).toEqual([c, b]);
    expect(await filtered('type=sync,action&status=running')).toEqual([b, a]);
    expect(await filtered('connection=ann')).toEqual([b, a]);
    expect(await filtered('function=two&connection=bob')).toEqual([c]);
    expect(await filtered('search=50%25')).toEqual([b]);
    expect(await filtered('search=QUOTA')).toEqual([c]);
    const { body } = await api.request('GET', `/logs/operations/${b}`);
    expect(await filtered(`since=${encodeURIComponent(body.data.started_at)}`)).toEqual(expect.arrayContaining([c, b]));
    expect(await filtered('since=2099-01-01T00:00:00Z')).toEqual([]);
    expect(await filtered('until=2020-01-01T00:00:00Z')).toEqual([]);
    const page = await list('integration=filtered&limit=2');
    expect(page.data).toMatchObject([{ id: c }, { id: b }]);
    const next = await list(`integration=filtered&limit=2&cursor=${page.next_cursor}`);
    expect(next).toMatchObject({ data: [{ id: a }], next_cursor: null });
  });

  it('goes on to older operations where a page found too few', async () => {
    const oldest = begin({ providerConfigKey: 'busy', functionName: 'needle' });
    await log.flush();
    await api.database.query(
      `INSERT INTO operations (id, environment_id, type, provider_config_key, function_name, started_at)
       SELECT overlay($1::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, $2, 'action', 'busy', 'hay', now()
         FROM generate_series(1, 10050) n`,
      [begin({ providerConfigKey: 'busy' }), environmentId],
    );
    let found: string[] = [];
    let cursor = '';
    let pages = 0;
    do {
      const page = await list(`integration=busy&function=needle${cursor && `&cursor=${cursor}`}`);
      found = [...found, ...page.data.map(({ id }: { id: string }) => id)];
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor !== null && pages < 10);
    expect(found).toEqual([oldest]);
    expect(pages).toBeGreaterThan(1);
  });

  it('has lines that can be read and followed', async () => {
    const id = begin();
    for (const number of [1, 2, 3]) log.log(id, { level: 'info', message: `line ${number}`, payload: { number } });
    log.log(id, { level: 'error', message: 'failed' });
    await log.flush();
    const lines = async (query: string) => (await api.request('GET', `/logs/operations/${id}/lines?${query}`)).body;
    const page = await lines('limit=2');
    expect(page.data).toEqual([
      { id: expect.any(String), at: expect.any(String), level: 'info', message: 'line 1', payload: { number: 1 } },
      expect.objectContaining({ message: 'line 2' }),
    ]);
    const rest = await lines(`limit=2&cursor=${page.next_cursor}`);
    expect(rest).toMatchObject({ data: [{ message: 'line 3' }, { message: 'failed' }], next_cursor: null });
    expect((await lines('level=warn')).data).toMatchObject([{ message: 'failed', payload: null }]);
    let followed: { message: string }[] = [];
    const deadline = Date.now() + 30_000;
    while (followed.length === 0 && Date.now() < deadline) followed = (await lines(`after=${page.data[1].id}`)).data;
    expect(followed.map(({ message }) => message)).toEqual(['line 3', 'failed']);
  });

  it('belongs to its environment and needs its scope', async () => {
    const id = begin({ environmentId: 999_999 });
    await log.flush();
    for (const path of [`/logs/operations/${id}`, `/logs/operations/${id}/lines`])
      expect(await api.request('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environmentId,
      display_name: 'no logs',
      scopes: ['environment:proxy'],
    });
    expect(await api.request('GET', '/logs/operations', { key: body.data.secret })).toMatchObject({ status: 403 });
  });

  it.each([
    ['operations?type=party', 'type'],
    ['operations?status=fine', 'status'],
    ['operations?since=yesterday', 'since'],
    ['operations?cursor=abc', 'cursor'],
    ['operations?limit=0', 'limit'],
    ['operations?unknown=1', undefined],
  ])('refuses %s', async (path, field) => {
    const { status, body } = await api.request('GET', `/logs/${path}`);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_query_params' });
    if (field !== undefined) expect(body.error.errors[0].path[0]).toBe(field);
  });
});
