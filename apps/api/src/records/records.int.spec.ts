import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseRecordLines, RecordWriter } from '@svc/domain';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('GET /records', () => {
  let api: ApiUnderTest;
  const named = { 'Provider-Config-Key': 'items', 'Connection-Id': 'customer/1' };

  beforeAll(async () => {
    api = await ApiUnderTest.start({ WIRE_ALIASES: 'nango' });
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: 'items' } });
    await api.request('POST', '/connections', {
      body: {
        provider_config_key: 'items',
        connection_id: named['Connection-Id'],
        connection_config: { baseUrl: api.url },
        credentials: { type: 'NONE' },
      },
    });
    const { rows } = await api.database.query<{ id: number; environmentId: number }>(
      'SELECT id, environment_id AS "environmentId" FROM connections',
    );
    const { id: connectionId = 0, environmentId = 0 } = rows[0] ?? {};
    await api.app
      .get(RecordWriter)
      .save({ environmentId, connectionId, model: 'Item', variant: 'base' }, parseRecordLines('{"id":1}\n{"id":"b"}'));
  }, 60_000);

  afterAll(() => api?.close());

  const read = (query: string, headers: Record<string, string> = named) =>
    api.request('GET', `/records${query}`, { headers });

  it('answers JSON with both spellings of the bookkeeping where they are wanted, also after a slash', async () => {
    const { status, headers, body } = await read('/?model=Item&limit=1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.records).toMatchObject([
      { id: '1', _metadata: { last_action: 'ADDED' }, _nango_metadata: { last_action: 'ADDED' } },
    ]);
    const next = await read(`?model=Item&cursor=${encodeURIComponent(body.next_cursor)}`);
    expect(next.body).toMatchObject({ records: [{ id: 'b' }], next_cursor: null });
  });

  it.each([
    ['?model=Item&limit=0', ['limit']],
    ['?model=Item&limit=10001', ['limit']],
    ['?model=item', ['model']],
    ['', ['model']],
    ['?model=Item&filter=added,unknown', ['filter', '1']],
    ['?model=Item&modified_after=yesterday', ['modified_after']],
    ['?model=Item&modified_after=2001-01-01T00:00:00Z', ['modified_after']],
    ['?model=Item&cursor=abc', ['cursor']],
    ['?model=Item&unknown=1', []],
  ])('refuses the query %s with its place', async (query, path) => {
    const { status, body } = await read(query);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_query_params', errors: [{ path }] });
  });

  it('needs the headers that name a connection, and a connection that exists', async () => {
    expect((await read('?model=Item', {})).body.error).toMatchObject({
      code: 'invalid_headers',
      errors: [{ path: ['provider-config-key'] }, { path: ['connection-id'] }],
    });
    const unknown = await read('?model=Item', { ...named, 'Connection-Id': 'nobody' });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'unknown_connection']);
    const elsewhere = await read('?model=Item', { ...named, 'Provider-Config-Key': 'nowhere' });
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([400, 'unknown_provider_config']);
  });

  it('needs the scope environment:records:read', async () => {
    const { body } = await api.asAccount('GET', '/environments');
    const { body: made } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: body.data[0].id,
      display_name: 'proxy only',
      scopes: ['environment:proxy'],
    });
    const answer = await api.request('GET', '/records?model=Item', { headers: named, key: made.data.secret });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
  });

  describe('PATCH /records/prune', () => {
    const prune = (body: object, headers: Record<string, string> = named) =>
      api.request('PATCH', '/records/prune', { headers, body });

    it('takes payloads away up to a place, in steps, and leaves ids and bookkeeping', async () => {
      const [first, second] = (await read('?model=Item')).body.records;
      const until = { model: 'Item', until_cursor: second._metadata.cursor };
      expect((await prune({ ...until, limit: 1 })).body).toEqual({ count: 1, has_more: true });
      expect(await prune({ ...until, limit: 1 })).toMatchObject({ status: 200, body: { count: 1, has_more: false } });
      expect((await prune(until)).body).toEqual({ count: 0, has_more: false });
      const { records } = (await read('?model=Item')).body;
      expect(records).toMatchObject([
        { id: first.id, _metadata: { cursor: first._metadata.cursor, pruned_at: expect.any(String), deleted: false } },
        { id: second.id, _metadata: { pruned_at: expect.any(String) } },
      ]);
    });

    it.each([
      [{ model: 'Item' }, ['until_cursor']],
      [{ model: 'Item', until_cursor: 'x' }, ['until_cursor']],
      [{ model: 'Nothing', until_cursor: Buffer.from('1:1').toString('base64url') }, ['until_cursor']],
      [{ model: 'Item', until_cursor: 'x', limit: 10_001 }, ['limit']],
      [{ model: 'Item', until_cursor: 'x', more: 1 }, []],
    ])('refuses %j', async (body, path) => {
      const answer = await prune(body);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_body', errors: [{ path }] } } });
    });

    it('says which connection is unknown', async () => {
      const body = { model: 'Item', until_cursor: 'x' };
      const answer = await prune(body, { ...named, 'Connection-Id': 'nobody' });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'unknown_connection' } } });
    });
  });
});
