import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { MAX_BODY_DEPTH } from './json-depth.js';

const UUID = '00000000-0000-4000-8000-000000000000';
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Bad input to every area: refused with the envelope and a status of the contract, never a failure of the gateway. */
describe('bad input', () => {
  let api: ApiUnderTest;
  const named = { 'provider-config-key': 'none', 'connection-id': 'one' };

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: 'none' } });
    await api.request('POST', '/connections', { body: connection({ connection_id: 'one' }) });
  });

  afterAll(async () => {
    await api.close();
  });

  const connection = (more: Record<string, unknown>) => ({
    provider_config_key: 'none',
    credentials: { type: 'NONE' },
    connection_config: { baseUrl: 'https://api.test' },
    ...more,
  });
  const functionOf = (more: Record<string, unknown>) => ({
    flowConfigs: [
      {
        type: 'sync',
        syncName: 'things',
        providerConfigKey: 'none',
        fileBody: { js: 'module.exports.default = {}', ts: '' },
        models: ['Thing'],
        runs: '1h',
        ...more,
      },
    ],
    reconcile: false,
    debug: false,
  });
  /** Routes about environments take an account's key. */
  const keyFor = (path: string) => (path.startsWith('/environment') ? api.account.accountKey : api.account.secretKey);

  describe.each([
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('%s', (_, text) => {
    it.each<[method: string, path: string, body: unknown]>([
      ['POST', '/integrations', { provider: 'github', unique_key: 'x', display_name: text }],
      ['POST', '/integrations', { provider: 'github', unique_key: 'x', credentials: { [text]: 'v' } }],
      ['POST', '/integrations', { provider: 'unauthenticated', unique_key: 'x', custom: { [text]: 'v' } }],
      ['PATCH', '/integrations/none', { custom: { a: text } }],
      ['POST', '/connections', connection({ metadata: { a: [text] } })],
      ['POST', '/connections', connection({ webhook_url: `https://a.test/${text}` })],
      ['POST', '/connections', connection({ end_user: { id: text } })],
      ['POST', '/connections', connection({ credentials: { type: 'API_KEY', apiKey: text } })],
      ['POST', '/connection', { provider_config_key: 'none', api_key: text }],
      ['POST', '/connection', { provider_config_key: 'none', app_id: text }],
      ['PATCH', '/connections/one?provider_config_key=none', { tags: { a: text } }],
      ['POST', '/connections/metadata', { connection_id: 'one', provider_config_key: 'none', metadata: { [text]: 1 } }],
      ['POST', '/sync/trigger', { syncs: [text], provider_config_key: 'none' }],
      ['POST', '/sync/deploy', functionOf({ version: text })],
      ['POST', '/sync/deploy', functionOf({ webhookSubscriptions: [text] })],
      ['POST', '/sync/deploy', functionOf({ attributes: { [text]: 1 } })],
      ['POST', '/environments', { name: 'x', callback_url: `https://a.test/${text}` }],
      ['POST', '/environments', { name: 'x', otlp_headers: { a: text } }],
      ['POST', '/environment/api-keys', { environment_id: 1, display_name: text }],
      ['PATCH', '/environment/api-keys/1', { display_name: text }],
      ['POST', '/environment-variables', { environment_id: 1, variables: [{ name: text, value: 'v' }] }],
      ['POST', '/environment-variables', { environment_id: 1, variables: [{ name: 'n', value: text }] }],
    ])('in the body of %s %s is 400 invalid_body', async (method, path, body) => {
      const answer = await api.request(method, path, { key: keyFor(path), body });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    });
  });

  it.each([
    '/providers?search=%00',
    '/connections?search=%00',
    '/connections?connectionId=%00',
    '/connections?integrationId=%00',
    '/connections?tags[a]=%00',
    '/integrations/none/functions?search=%00',
    '/records?model=Thing&ids=%00',
    '/records?model=Thing&cursor=%00',
    '/sync/status?provider_config_key=none&syncs=%00',
  ])('NUL in the query of %s is 400 invalid_query_params', async (path) => {
    const answer = await api.request('GET', path, { headers: named });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_query_params' } } });
  });

  describe('numbers in texts', () => {
    it.each(['', '1e1', '0x10', ' 5', '5.0', '+5', '-1', 'Infinity', '9'.repeat(30)])('"%s" is none', async (text) => {
      const queries = ['/connections?limit=', '/connections?page=', '/integrations/none/functions?page='];
      for (const query of [...queries, '/records?model=Thing&limit=', '/environments?limit=']) {
        const path = `${query}${encodeURIComponent(text)}`;
        const answer = await api.request('GET', path, { key: keyFor(path), headers: named });
        expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_query_params' } } });
      }
    });

    it('deletes no environment by another spelling of its id', async () => {
      const { body: made } = await api.asAccount('POST', '/environments', { name: 'spelled' });
      const id: number = made.data.id;
      for (const spelling of [`${id}e0`, `0x${id.toString(16)}`, `%20${id}`, `${id}.0`]) {
        const answer = await api.asAccount('DELETE', `/environments/${spelling}`);
        expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_uri_params' } } });
      }
      expect((await api.asAccount('DELETE', `/environments/${id}`)).status).toBe(204);
    });

    it('refuses numbers that JSON cannot write again', async () => {
      const body = '{"connection_id": "one", "provider_config_key": "none", "metadata": {"a": 1e999}}';
      const answer = await api.request('POST', '/connections/metadata', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    });
  });

  describe('deep nesting', () => {
    const send = (path: string, body: string) =>
      api.request('POST', path, { body, headers: { ...named, 'content-type': 'application/json' } });

    it.each([
      ['/action/trigger', `{"action_name": "any", "input": ${nested(MAX_BODY_DEPTH)}}`],
      ['/sync/deploy', JSON.stringify(functionOf({ attributes: '@' })).replace('"@"', `{"a": ${nested(20_000)}}`)],
      ['/integrations', nested(100_000)],
    ])('in the body of %s is 400 invalid_body', async (path, body) => {
      expect(await send(path, body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    });

    it('is let in as far as it does no harm', async () => {
      const body = `{"action_name": "any", "input": ${nested(MAX_BODY_DEPTH - 1)}}`;
      expect(await send('/action/trigger', body)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    });
  });

  it.each([
    [{ webhook_url: 'nonsense' }, 'webhook_url'],
    [{ webhook_url: 5 }, 'webhook_url'],
    [{ oauth_client_id_override: 5 }, 'oauth_client_id_override'],
    [{ oauth_scopes_override: 'a,b' }, 'oauth_scopes_override'],
  ])('configuration that the gateway reads itself is checked: %j', async (config, key) => {
    const answer = await api.request('POST', '/connections', { body: connection({ connection_config: config }) });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_body', errors: [{ path: ['connection_config', key] }] } },
    });
  });

  it.each([
    ['announced', (body: Buffer) => body],
    ['streamed', (body: Buffer) => new Blob([body]).stream()],
  ])('a body far beyond the limit is answered 413 while it is still being sent: %s', async (_, bodyOf) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await fetch(`${api.url}/integrations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.account.secretKey}`, 'content-type': 'application/json' },
        body: bodyOf(Buffer.alloc(20_000_000, 'x')),
        duplex: 'half',
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: { code: 'body_too_large' } });
    }
  });

  it('never repeats a body that is not JSON, nor an unknown address', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['hunter2', '{"password": "hunter2",', '{"__proto__": "hunter2"}']) {
      const answer = await api.request('POST', '/integrations', { body, headers });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
      expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    }
    const unknown = await api.request('GET', '/no/such/route?token=hunter2');
    expect(unknown.status).toBe(404);
    expect(JSON.stringify(unknown.body)).not.toContain('hunter2');
  });

  it('takes an expiry beyond all calendars as the last moment', async () => {
    const flat = { provider_config_key: 'oauth', connection_id: 'late', access_token: 'a', expires_in: 1e300 };
    await api.request('POST', '/integrations', { body: { provider: 'github', unique_key: 'oauth' } });
    expect((await api.request('POST', '/connection', { body: flat })).status).toBe(201);
    const read = await api.request('GET', '/connections/late?provider_config_key=oauth');
    expect(read.body.credentials.expires_at).toMatch(/^9999-/);
  });

  it.each([
    ['an id', 'GET', '/connections/x?provider_config_key=none', 'not_found'],
    ['a run', 'GET', `/action/${UUID}`, 'not_found'],
    ['a provider', 'GET', '/providers/none', 'not_found'],
  ])('%s that does not exist is 404', async (_, method, path, code) => {
    expect(await api.request(method, path)).toMatchObject({ status: 404, body: { error: { code } } });
  });
});
