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
});
