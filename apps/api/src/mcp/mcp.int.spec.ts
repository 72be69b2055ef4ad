import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunFailure } from '@svc/contracts';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { FakeRunner } from '../testing/fake-runner.js';
import { connectTracker, createTracker, TRACKER } from '../testing/tracker-fixture.js';

const ISSUE = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

const withInput = (schema: Record<string, unknown>, description = '') => ({
  description,
  input: 'Input',
  schemas: { Input: schema },
});

describe('an MCP client', () => {
  let api: ApiUnderTest;
  let runner: FakeRunner;
  let client: Client;
  let headers: Record<string, string>;

  beforeAll(async () => {
    runner = await FakeRunner.start();
    api = await ApiUnderTest.start({ RUNNER_URL: runner.url });
    await createTracker(api, [
      { name: 'create-issue', definition: withInput(ISSUE, 'Opens an issue') },
      { name: 'count-issues', definition: { description: 'Counts' } },
      { name: 'takes-text', definition: withInput({ type: 'string' }) },
      { name: 'takes-anything', definition: withInput({}) },
      { name: 'disabled', enabled: false },
      { name: 'issues', type: 'sync' },
    ]);
    headers = {
      authorization: `Bearer ${api.account.secretKey}`,
      'provider-config-key': TRACKER,
      'connection-id': await connectTracker(api),
    };
    client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit: { headers } });
    await client.connect(transport);
  });

  beforeEach(() => {
    runner.requests.length = 0;
  });

  afterAll(async () => {
    await client.close();
    await api.close();
    await runner.stop();
  }, 30_000);

  const fails = (error: Partial<RunFailure>): void =>
    runner.answers({ outcome: 'failed', error: { type: 'action_error', name: 'E', message: 'it broke', ...error } });

  it('sees the enabled actions that take an object or nothing', async () => {
    const { tools } = await client.listTools();
    expect(tools).toEqual([
      { name: 'count-issues', description: 'Counts', inputSchema: { type: 'object' } },
      { name: 'create-issue', description: 'Opens an issue', inputSchema: ISSUE },
    ]);
  });

  it('runs them, and reads what they return as JSON', async () => {
    runner.answers('{"outcome":"completed","output":{"id":7}}');
    expect(await client.callTool({ name: 'create-issue', arguments: { title: 'x' } })).toEqual({
      content: [{ type: 'text', text: '{\n  "id": 7\n}' }],
    });
    await client.callTool({ name: 'count-issues', arguments: {} });
    expect(runner.requests.map(({ function: { name }, input }) => ({ name, input }))).toEqual([
      { name: 'create-issue', input: { title: 'x' } },
      { name: 'count-issues', input: undefined },
    ]);
  });

  it('is told what went wrong', async () => {
    fails({ payload: { reason: 'closed' } });
    await expect(client.callTool({ name: 'create-issue', arguments: {} })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('it broke'),
      data: { code: 'action_script_runtime_error', payload: { reason: 'closed' } },
    });
    const issues = [{ code: 'invalid_type', message: 'no', path: ['title'] }];
    fails({ type: 'invalid_input', issues });
    await expect(client.callTool({ name: 'create-issue', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      data: { code: 'invalid_action_input', errors: issues },
    });
    for (const name of ['takes-text', 'disabled', 'nothing']) {
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32602, data: { code: 'not_found' } });
    }
  });

  const post = (more: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'ping' }) =>
    api.request('POST', '/mcp', {
      headers: { ...headers, accept: 'application/json, text/event-stream', ...more },
      body,
    });

  it('is refused without a connection', async () => {
    expect(await post({})).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } });
    expect(await post({ 'connection-id': 'nobody' })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_connection' } },
    });
    expect(await post({ 'connection-id': '' })).toMatchObject({ body: { error: { code: 'invalid_headers' } } });
    expect(await post({ 'content-type': 'application/json' }, '{"jsonrpc"')).toMatchObject({ status: 400 });
    expect(await post({}, { jsonrpc: '2.0' })).toMatchObject({ status: 400, body: { jsonrpc: '2.0' } });
  });

  it('has nothing to listen to', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.request(method, '/mcp');
      expect(answer).toMatchObject({ status: 405, body: { jsonrpc: '2.0', error: { code: -32000 }, id: null } });
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });

  it('needs a key for it', async () => {
    const { body: environments } = await api.asAccount('GET', '/environments');
    const { body } = await api.asAccount('POST', '/environment/api-keys', {
      environment_id: environments.data[0].id,
      display_name: 'actions only',
      scopes: ['environment:actions:execute'],
    });
    expect(await post({ authorization: `Bearer ${body.data.secret}` })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
  });
});
