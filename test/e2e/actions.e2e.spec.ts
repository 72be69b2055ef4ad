import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Svc } from '@svc/client';
import { ActionsUnderTest, failureOf, KEY, type How } from './support/actions-under-test.js';

describe('actions', () => {
  let actions: ActionsUnderTest;
  let svc: Svc;
  let connectionId: string;

  beforeAll(async () => {
    actions = await ActionsUnderTest.start({ ACTION_MAX_RUN_MS: '10000', RUNNER_ISOLATE_MEMORY_MIB: '32' });
    svc = actions.svc;
  }, 300_000);

  beforeEach(async () => {
    actions.upstream.hold();
    connectionId = await actions.connect();
  });

  afterAll(async () => {
    await actions?.stop();
  }, 60_000);

  it('200 at a time, end as each was told to, with exactly the documented answers', async () => {
    const hows: How[] = [
      ...Array<How>(136).fill('succeed'),
      ...Array<How>(24).fill('refuse'),
      ...Array<How>(20).fill('last'),
      ...Array<How>(12).fill('be wrong'),
      ...Array<How>(8).fill('crash'),
    ];
    // Of every kind some at any time.
    const calls = hows
      .map((how, n) => ({ how, n }))
      .sort((one, other) => ((one.n * 37) % 200) - ((other.n * 37) % 200));
    const answers = await Promise.all(
      calls.map(async ({ how, n }) => {
        const response = await fetch(`${actions.gateway.apiUrl}/action/trigger`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${actions.gateway.secretKey}`,
            'content-type': 'application/json',
            'provider-config-key': KEY,
            'connection-id': connectionId,
          },
          body: JSON.stringify({ action_name: 'act', input: { how, n } }),
        });
        return { how, n, status: response.status, body: await response.json() };
      }),
    );
    const refusal = (code: string, more: object = {}) => ({
      error: { code, message: expect.any(String), request_id: expect.any(String), ...more },
    });
    const documented = (how: How, n: number): { status: number; body: unknown } => {
      switch (how) {
        case 'succeed':
          return { status: 200, body: { n } };
        case 'refuse':
          return {
            status: 500,
            body: refusal('action_script_runtime_error', { message: 'closed', payload: { message: 'closed', n } }),
          };
        case 'last':
          return { status: 500, body: refusal('execution_timeout') };
        case 'crash':
          return { status: 500, body: refusal('function_runtime_out_of_memory') };
        default:
          return {
            status: 400,
            body: refusal('invalid_action_input', {
              errors: [{ code: 'invalid_value', message: expect.any(String), path: ['how'] }],
            }),
          };
      }
    };
    expect(answers).toEqual(calls.map(({ how, n }) => ({ how, n, ...documented(how, n) })));
  }, 180_000);

  it('trigger each other', async () => {
    const relay = (input: object) =>
      svc.triggerAction({ providerConfigKey: KEY, connectionId, actionName: 'relay', input });
    const to = await actions.connect();
    expect(await relay({ input: { how: 'succeed', n: 1 } })).toEqual({ n: 1 });
    expect(await relay({ to, input: { how: 'succeed', n: 2 } })).toEqual({ n: 2 });
    expect(await relay({ input: {}, catches: true })).toEqual({ caught: 'invalid_action_input' });
    expect(await failureOf(relay({ input: { how: 'refuse', n: 3 } }))).toMatchObject({
      code: 'action_script_runtime_error',
      payload: { message: 'closed', n: 3 },
    });
    const cycle = svc.triggerAction({ providerConfigKey: KEY, connectionId, actionName: 'cycle' });
    expect(await failureOf(cycle)).toMatchObject({
      code: 'action_script_runtime_error',
      payload: { code: 'action_nesting_too_deep', message: expect.stringContaining('cycle > cycle > cycle') },
    });
  }, 60_000);

  it('are tools of an MCP client', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = {
      authorization: `Bearer ${actions.gateway.secretKey}`,
      'provider-config-key': KEY,
      'connection-id': connectionId,
    };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${actions.gateway.apiUrl}/mcp`), { requestInit: { headers } }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['act', 'cycle', 'relay']);
    expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', required: ['how', 'n'] });
    expect(await client.callTool({ name: 'act', arguments: { how: 'succeed', n: 5 } })).toEqual({
      content: [{ type: 'text', text: '{\n  "n": 5\n}' }],
    });
    await expect(client.callTool({ name: 'act', arguments: { how: 'refuse', n: 5 } })).rejects.toMatchObject({
      code: -32603,
      data: { code: 'action_script_runtime_error', payload: { message: 'closed', n: 5 } },
    });
    await client.close();
  }, 60_000);
});
