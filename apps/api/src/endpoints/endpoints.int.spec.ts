import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';
import { connectTracker, createTracker, TRACKER } from '../testing/tracker-fixture.js';

describe('endpoints that functions declare', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let headers: Record<string, string>;

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({ RUNNER_URL: runner.url });
    await createTracker(api, [
      { name: 'create-issue', definition: { endpoints: [{ method: 'POST', path: '/tracker/issues' }] } },
      { name: 'find-issue', definition: { endpoints: [{ method: 'GET', path: '/tracker/issue' }] } },
      {
        name: 'issues',
        type: 'sync',
        definition: {
          models: ['User', 'Issue'],
          endpoints: [
            { method: 'GET', path: '/tracker/users' },
            { method: 'GET', path: '/tracker/issues' },
          ],
        },
      },
    ]);
    headers = { 'provider-config-key': TRACKER, 'connection-id': await connectTracker(api) };
  });

  beforeEach(() => {
    runner.requests.length = 0;
    runner.answers('{"outcome":"completed","output":{"id":7}}');
  });

  afterAll(async () => {
    await api.close();
    await runner.stop();
  }, 30_000);

  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    api.request(method, `/v1${path}`, { headers: { ...headers, ...more }, body });

  it('run their action with the body, or with the query', async () => {
    expect(await call('POST', '/tracker/issues', { title: 'x' })).toMatchObject({ status: 200, body: { id: 7 } });
    expect(await call('GET', '/tracker/issue/?id=7')).toMatchObject({ status: 200, body: { id: 7 } });
    expect(await call('GET', '/tracker/issue')).toMatchObject({ status: 200 });
    expect(runner.requests.map(({ function: { name }, input }) => ({ name, input }))).toEqual([
      { name: 'create-issue', input: { title: 'x' } },
      { name: 'find-issue', input: { id: '7' } },
      { name: 'find-issue', input: undefined },
    ]);
    const accepted = await call('POST', '/tracker/issues', {}, { 'x-async': 'true' });
    expect(accepted).toMatchObject({ status: 202, body: { statusUrl: expect.stringMatching(/^\/action\//) } });
  });

  it('list the records of their model', async () => {
    expect(await call('GET', '/tracker/issues?limit=5')).toMatchObject({
      status: 200,
      body: { records: [], next_cursor: null },
    });
    expect(await call('GET', '/tracker/issues?limit=none')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query_params', errors: [{ path: ['limit'] }] } },
    });
  });

  it('are found by method and path, on a connection', async () => {
    const unknown = { status: 404, body: { error: { code: 'not_found' } } };
    expect(await call('PUT', '/tracker/issues', {})).toMatchObject(unknown);
    expect(await call('GET', '/elsewhere')).toMatchObject(unknown);
    expect(await call('GET', '/tracker/issues', undefined, { 'connection-id': 'nobody' })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_connection' } },
    });
  });

  it('need the scope of what they stand for', async () => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environments.data[0].id,
      display_name: 'reader',
      scopes: ['environment:records:read'],
    });
    const reader = { authorization: `Bearer ${body.data.secret}` };
    expect(await call('GET', '/tracker/issues', undefined, reader)).toMatchObject({ status: 200 });
    expect(await call('POST', '/tracker/issues', {}, reader)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
  });
});
