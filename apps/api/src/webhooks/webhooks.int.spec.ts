import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';

const URL_A = 'http://127.0.0.1:9/a';
const NOBODY = '01890000-0000-7000-8000-000000000000';

describe('webhooks to the customer', () => {
  let api: ApiUnderTest;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
  }, 120_000);

  afterAll(async () => {
    await api?.close();
  });

  const data = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await api.request(method, path, body ? { body } : {});
    expect([200, path]).toEqual([answer.status, path]);
    return answer.body.data;
  };

  it('has the settings of the contract until somebody changes them', async () => {
    expect(await data('GET', '/environment/webhook-settings')).toEqual({
      primary_url: null,
      secondary_url: null,
      on_auth_creation: true,
      on_auth_refresh_error: true,
      on_sync_completion_always: true,
      on_sync_error: true,
      on_async_action_completion: false,
      keep_order: false,
    });
    const body = { primary_url: URL_A, on_async_action_completion: true };
    expect(await data('PATCH', '/environment/webhook-settings', body)).toMatchObject(body);
    expect(await data('GET', '/environment/webhook-settings')).toMatchObject({ ...body, on_sync_error: true });
  });

  it('refuses addresses that are none, and unknown settings', async () => {
    for (const body of [{ primary_url: 'ftp://x' }, { on_everything: true }, { keep_order: 'yes' }]) {
      const answer = await api.request('PATCH', '/environment/webhook-settings', { body });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_body']);
    }
  });

  it('shows a test webhook with its delivery, which can be redelivered once it has ended', async () => {
    const event = await data('POST', '/webhook-events/test');
    expect(event).toMatchObject({ type: 'test', payload: { type: 'test' }, deliveries: [{ status: 'pending' }] });
    const [delivery] = event.deliveries;
    const listed = await api.request('GET', '/webhook-events?type=test&limit=1');
    expect(listed.body.data).toEqual([expect.objectContaining({ id: event.id })]);
    const early = await api.request('POST', `/webhook-deliveries/${delivery.id}/redeliver`);
    expect([early.status, early.body.error.code]).toEqual([409, 'conflict']);
    await api.database.query(
      `UPDATE webhook_deliveries SET status = 'dead', due_at = NULL, finished_at = now() WHERE id = $1`,
      [delivery.id],
    );
    expect(await data('GET', `/webhook-deliveries?status=dead&event_id=${event.id}`)).toHaveLength(1);
    expect(await data('POST', `/webhook-deliveries/${delivery.id}/redeliver`)).toMatchObject({
      status: 'pending',
      attempt_log: [],
    });
    await api.database.query(`UPDATE webhook_deliveries SET status = 'dead', due_at = NULL WHERE id = $1`, [
      delivery.id,
    ]);
    const since = new Date(Date.now() - 60_000).toISOString();
    const path = `/webhook-endpoints/${delivery.endpoint_id}/redeliver`;
    expect(await data('POST', path, { since, dry_run: true })).toEqual({ count: 1 });
    expect(await data('POST', path, { since, status: 'delivered', dry_run: true })).toEqual({ count: 0 });
    expect(await data('GET', `/webhook-deliveries/${delivery.id}`)).toMatchObject({ status: 'dead' });
    expect(await data('POST', path, { since, status: 'delivered' })).toEqual({ count: 0 });
    expect(await data('POST', path, { since })).toEqual({ count: 1 });
  });

  it('lists what was written in a time, and by how it stands', async () => {
    const idsOf = async (path: string): Promise<string[]> =>
      (await data('GET', path)).map(({ id }: { id: string }) => id);
    const event = await data('POST', '/webhook-events/test');
    const [delivery] = event.deliveries;
    await api.database.query(
      `WITH moved AS (UPDATE webhook_events SET created_at = '2026-01-01T12:00:00Z' WHERE id = $1)
       UPDATE webhook_deliveries SET created_at = '2026-01-01T12:00:00Z', status = 'delivered', due_at = NULL WHERE event_id = $1`,
      [event.id],
    );
    const [noon, later] = ['2026-01-01T12:00:00Z', '2026-01-01T12:00:01%2B00:00'];
    expect(await idsOf(`/webhook-events?since=${noon}&until=${later}`)).toEqual([event.id]);
    expect(await idsOf(`/webhook-events?until=${noon}`)).toEqual([]);
    expect(await idsOf(`/webhook-events?until=${later}&status=delivered`)).toEqual([event.id]);
    expect(await idsOf(`/webhook-events?until=${later}&status=dead`)).toEqual([]);
    expect(await idsOf(`/webhook-deliveries?since=${noon}&until=${later}`)).toEqual([delivery.id]);
    expect(await idsOf(`/webhook-deliveries?until=${noon}`)).toEqual([]);
  });

  it('shows headers of a provider, and that a body is not kept any more, which then cannot be sent again', async () => {
    const event = await data('POST', '/webhook-events/test');
    expect(event).toMatchObject({ headers: null });
    await api.database.query(`UPDATE webhook_events SET headers = '{"x-event": "push"}' WHERE id = $1`, [event.id]);
    const path = `/webhook-events/${event.id}`;
    expect(await data('GET', path)).toMatchObject({ headers: { 'x-event': 'push' } });
    await api.database.query(
      `WITH pruned AS (UPDATE webhook_events SET headers = NULL, payload = NULL WHERE id = $1)
       UPDATE webhook_deliveries SET status = 'dead', due_at = NULL WHERE event_id = $1`,
      [event.id],
    );
    expect(await data('GET', path)).toMatchObject({ headers: null, payload: null });
    const answer = await api.request('POST', `/webhook-deliveries/${event.deliveries[0].id}/redeliver`);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    expect(answer.body.error.message).toContain('WEBHOOK_BODY_RETENTION_DAYS');
  });

  it('pauses and resumes an address', async () => {
    const [endpoint] = await data('GET', '/webhook-endpoints');
    expect(endpoint).toMatchObject({ url: URL_A, state: 'open' });
    expect(await data('POST', `/webhook-endpoints/${endpoint.id}/pause`)).toMatchObject({ state: 'paused' });
    expect(await data('POST', `/webhook-endpoints/${endpoint.id}/resume`)).toMatchObject({ state: 'open' });
  });

  it.each([
    ['GET', `/webhook-events/${NOBODY}`],
    ['GET', '/webhook-deliveries/1234567'],
    ['POST', '/webhook-deliveries/1234567/redeliver'],
    ['POST', `/webhook-endpoints/${NOBODY}/pause`],
    ['POST', `/webhook-endpoints/${NOBODY}/resume`],
  ])('%s %s is 404 where there is none', async (method, path) => {
    const answer = await api.request(method, path);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });

  it.each([
    '/webhook-events?since=yesterday',
    '/webhook-deliveries?until=1',
    '/webhook-events?cursor=x',
    '/webhook-deliveries?cursor=x',
    '/webhook-endpoints?cursor=x',
  ])('%s is 400', async (path) => {
    const answer = await api.request('GET', path);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_query_params']);
  });

  it('pages', async () => {
    const first = await data('POST', '/webhook-events/test');
    const second = await data('POST', '/webhook-events/test');
    const page = await api.request('GET', '/webhook-events?limit=1');
    expect(page.body.data[0].id).toBe(second.id);
    const next = await api.request('GET', `/webhook-events?limit=1&cursor=${page.body.next_cursor}`);
    expect(next.body.data[0].id).toBe(first.id);
  });
});
