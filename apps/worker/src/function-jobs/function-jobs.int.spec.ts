import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc } from '@svc/client';
import { Database } from '@svc/database';
import { waitFor } from '@svc/testing';
import { FunctionsBed } from '../testing/functions-bed.js';

const action = (exec: string, more = '') => `import { createAction } from '@svc/functions';
import { z } from 'zod';
export default createAction({
  description: 'Greets', version: '2.0.0', input: z.object({ name: z.string() }), output: z.any(), ${more}
  exec: async (svc, input) => {
${exec}
  },
});`;

const sync = (exec: string, model = 'Issue') => `import { createSync } from '@svc/functions';
import { z } from 'zod';
export default createSync({
  description: 'Issues', frequency: 'every hour', models: { ${model}: z.object({ id: z.string() }) },
  checkpoint: z.object({ page: z.number() }),
  exec: async (svc) => {
${exec}
  },
});`;

describe('functions that come as text', () => {
  let bed: FunctionsBed;
  let svc: Svc;
  /** Ends the calls to /slow that are under way. */
  const held: (() => void)[] = [];
  beforeAll(async () => {
    bed = await FunctionsBed.start((request, response) => {
      response.setHeader('content-type', 'application/json');
      const answer = (): unknown => response.end(JSON.stringify({ path: request.url }));
      if (request.url === '/slow') held.push(answer);
      else answer();
    });
    svc = new Svc({ apiKey: bed.api.account.secretKey, host: bed.api.url });
  }, 120_000);
  afterAll(() => bed.stop(), 60_000);

  const post = (path: string, body: unknown) => bed.api.request('POST', path, { body });
  const dryRun = async (body: Record<string, unknown>) => {
    const { status, body: accepted } = await post('/functions/dryruns', {
      integration_id: 'plain',
      connection_id: 'ann',
      ...body,
    });
    expect({ status, accepted }).toMatchObject({ status: 202, accepted: { status: 'waiting' } });
    return await bed.ended('dryruns', accepted.id);
  };
  const deploy = async (body: Record<string, unknown>) => {
    const { status, body: accepted } = await post('/functions/deployments', {
      type: 'function',
      integration_id: 'plain',
      ...body,
    });
    expect({ status, accepted }).toMatchObject({ status: 202, accepted: { status: 'waiting' } });
    return await bed.ended('deployments', accepted.id);
  };
  const rows = async (table: string): Promise<number> => {
    const found = await bed.api.app.get(Database).query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return found.rows[0]?.n ?? -1;
  };

  it('are deployed from a template, once', async () => {
    await svc.createIntegration({
      provider: 'airtable',
      unique_key: 'tables',
      credentials: { client_id: 'a', client_secret: 'b' },
    });
    const body = { type: 'template', integration_id: 'tables', template: 'records' };
    const { status, body: done } = await post('/functions/deployments', body);
    expect({ status, done }).toMatchObject({ status: 202, done: { status: 'success' } });
    const { body: shown } = await bed.api.request('GET', `/functions/deployments/${done.id}`);
    expect(shown).toMatchObject({
      id: done.id,
      status: 'success',
      created_at: done.created_at,
      started_at: expect.any(String),
      completed_at: expect.any(String),
      duration_ms: expect.any(Number),
      deployed: true,
      function_name: 'records',
      function_type: 'sync',
      deployed_functions: [{ name: 'records', version: '1.0.0' }],
    });
    const { body: published } = await bed.api.request('GET', '/integrations/tables/functions/records');
    expect(published.data).toMatchObject({
      source: 'catalog',
      runs: 'every hour',
      auto_start: false,
      returns: ['Row'],
    });
    expect(await post('/functions/deployments', body)).toMatchObject({
      status: 409,
      body: { error: { code: 'template_already_deployed' } },
    });
    expect(await post('/functions/deployments', { ...body, template: 'nothing' })).toMatchObject({
      status: 404,
      body: { error: { code: 'template_not_found' } },
    });
  }, 60_000);

  it('are not deployed from a template over a sync whose cached records would be left behind', async () => {
    await svc.createIntegration({
      provider: 'airtable',
      unique_key: 'sheets',
      credentials: { client_id: 'a', client_secret: 'b' },
    });
    const own = { integration_id: 'sheets', function_type: 'sync', function_name: 'records', code: sync('', 'Old') };
    expect((await deploy(own)).status).toBe('success');
    await bed.api.request('POST', '/connections', {
      body: {
        provider_config_key: 'sheets',
        connection_id: 'eve',
        credentials: { type: 'OAUTH2', access_token: 'token' },
      },
    });
    await bed.api.app.get(Database).query(
      `INSERT INTO record_streams (environment_id, connection_id, model, live_count)
       SELECT environment_id, id, 'Old', 3 FROM connections WHERE connection_id = 'eve'`,
    );
    const body = { type: 'template', integration_id: 'sheets', template: 'records' };
    const { status, body: refused } = await post('/functions/deployments', body);
    expect({ status, refused }).toMatchObject({ status: 202, refused: { status: 'failed' } });
    expect((await bed.api.request('GET', `/functions/deployments/${refused.id}`)).body).toMatchObject({
      status: 'failed',
      deployed: false,
      error: { code: 'deployment_error', payload: { drops: [{ model: 'Old', records: 3 }] } },
    });
  }, 60_000);

  it.each([
    ['of no kind', { code: 'x' }, ['type']],
    ['without a name', { type: 'function', function_type: 'action', code: 'x' }, ['function_name']],
    ['with an unknown field', { type: 'template', template: 'records', everything: true }, []],
  ])('are refused as invalid_request when %s', async (_, body, path) => {
    expect(await post('/functions/deployments', { integration_id: 'plain', ...body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', errors: [{ path }] } },
    });
  });

  it('compile to a script', async () => {
    const { status, body } = await post('/functions/compile', { code: action('return 1;') });
    expect(status).toBe(200);
    expect(body).toEqual({
      bundle_size_bytes: Buffer.byteLength(body.bundled_js),
      bundled_js: expect.stringContaining('createAction'),
      compiled_at: expect.stringMatching(/Z$/),
    });
  });

  it('are refused with every problem and its place', async () => {
    const code = `import axios from 'axios';\nimport x from './other.js';\nexport default [axios, x];`;
    const { status, body } = await post('/functions/compile', { code });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'compilation_error' });
    expect(body.error.payload.diagnostics).toMatchObject([
      { line: 1, column: 19, message: expect.stringContaining('"axios"'), frame: expect.any(String) },
      { line: 2, message: expect.stringContaining('"./other.js"') },
    ]);
  });

  it.each([
    ['that fail to load', `const a: any = null;\na.b;\nexport default a;`, 400, 'validation_error'],
    ['that are no function', `export default 5;`, 400, 'validation_error'],
    ['that never end loading', `for (;;) {}\nexport default 1;`, 504, 'timeout'],
  ])('are refused where they are ones %s', async (_, code, status, errorCode) => {
    expect(await post('/functions/compile', { code })).toMatchObject({ status, body: { error: { code: errorCode } } });
  });

  it('say the line that fails while it loads', async () => {
    const { body } = await post('/functions/compile', { code: `const a: any = null;\na.b;\nexport default a;` });
    expect(body.error.payload.diagnostics).toMatchObject([{ line: 2 }]);
  });

  it('run dry as an action: against the real provider, with its output and log', async () => {
    const exec = `await svc.log('hello', { name: input.name });
    const answer = await svc.get({ endpoint: '/hello' });
    return { path: answer.data.path, metadata: await svc.getMetadata() };`;
    const ended = await dryRun({
      function_type: 'action',
      code: action(exec),
      input: { name: 'Ann' },
      metadata: { given: 1 },
    });
    expect(ended).toMatchObject({
      status: 'success',
      integration_id: 'plain',
      function_type: 'action',
      output: { path: '/hello', metadata: { given: 1 } },
      result: { records: {}, checkpoint: null, logs: [{ level: 'info', message: 'hello', payload: { name: 'Ann' } }] },
      duration_ms: expect.any(Number),
      started_at: expect.any(String),
      completed_at: expect.any(String),
    });
    expect(ended.error).toBeUndefined();
  });

  it('run dry as a sync: what it saves comes back and is stored nowhere', async () => {
    const exec = `const from = await svc.getCheckpoint();
    await svc.batchSave([{ id: '1' }, { id: String(from?.page) }], 'Issue');
    await svc.batchDelete([{ id: '9' }], 'Issue');
    await svc.setMetadata({ changed: true });
    await svc.updateMetadata({ more: 1 });
    await svc.saveCheckpoint({ page: (from?.page ?? 0) + 1 });
    await svc.log(JSON.stringify(await svc.getMetadata()));`;
    const ended = await dryRun({ function_type: 'sync', code: sync(exec), checkpoint: { page: 7 } });
    expect(ended.error).toBeUndefined();
    expect(ended.result).toMatchObject({
      records: { Issue: { saved: [{ id: '1' }, { id: '7' }], updated: [], deleted: ['9'] } },
      checkpoint: { page: 8 },
      metadata: { changed: true, more: 1 },
      logs: [{ message: '{"changed":true,"more":1}' }],
    });
    expect(await rows('records')).toBe(0);
    expect(await rows('dry_run_writes')).toBe(0);
    const { body } = await bed.api.request('GET', '/connections/ann?provider_config_key=plain');
    expect(body.metadata).toEqual({ stored: true });
  });

  it('trigger deployed actions from a dry run, as its other calls happen too', async () => {
    const greet = action(`if (input.name === 'nobody') throw new svc.ActionError({ reason: 'unknown' });
    return { hello: input.name, from: (await svc.get({ endpoint: '/greet' })).data.path };`);
    expect(await deploy({ function_type: 'action', function_name: 'greet', code: greet })).toMatchObject({
      status: 'success',
    });
    const exec = `const names = ['greet', 'greet', 'absent'];
    const inputs = [{ name: 'Ann' }, { name: 'nobody' }, {}];
    return await Promise.all(names.map((name, index) =>
      svc.triggerAction(name, inputs[index]).catch((error) => [error.status, error.code, error.payload?.reason])));`;
    const ended = await dryRun({ function_type: 'action', code: action(exec), input: { name: 'x' } });
    expect(ended).toMatchObject({
      status: 'success',
      output: [
        { hello: 'Ann', from: '/greet' },
        [500, 'action_script_runtime_error', 'unknown'],
        [404, 'not_found', null],
      ],
    });
  });

  it('start no sync and mark nothing as deleted from a dry run, and say so in its log', async () => {
    const exec = `await svc.trackDeletesStart('Issue');
    await svc.batchSave([{ id: '1' }], 'Issue');
    await svc.trackDeletesEnd('Issue');
    await svc.triggerSync('plain', 'ann', 'issues');
    await svc.startSync('plain', 'ann', 'issues');`;
    const ended = await dryRun({ function_type: 'sync', code: sync(exec) });
    expect(ended.error).toBeUndefined();
    const asked = { provider_config_key: 'plain', connection_id: 'ann', sync: 'issues' };
    expect(ended.result.logs).toMatchObject([
      {
        level: 'info',
        message: expect.stringMatching(/^trackDeletesEnd: what of Issue .* would be marked as deleted/),
      },
      { level: 'info', message: 'triggerSync would start a sync.', payload: asked },
      { level: 'info', message: 'startSync would start a sync.', payload: asked },
    ]);
  });

  it.each([
    ['the line of an error', action(`throw new Error('broken');`), { name: 'x' }, { location: { line: 6 } }],
    ['a refused input', action('return 1;'), {}, { type: 'invalid_input' }],
  ])('tell %s of a dry run', async (_, code, input, payload) => {
    expect(await dryRun({ function_type: 'action', code, input })).toMatchObject({
      status: 'failed',
      error: { code: 'dryrun_error', payload },
    });
  });

  it('end a dry run that does not compile, or is of another type', async () => {
    const broken = await dryRun({ function_type: 'action', code: 'const a = ;' });
    expect(broken.error).toMatchObject({ code: 'compilation_error', payload: { diagnostics: [{ line: 1 }] } });
    const other = await dryRun({ function_type: 'action', code: sync('') });
    expect(other.error).toMatchObject({ code: 'validation_error' });
  });

  it.each([
    ['an unknown integration', { integration_id: 'nowhere' }, 'integration_not_found'],
    ['an unknown connection', { connection_id: 'nobody' }, 'connection_not_found'],
  ])('refuse a dry run of %s', async (_, changes, code) => {
    const body = { integration_id: 'plain', connection_id: 'ann', function_type: 'action', code: 'x', ...changes };
    expect(await post('/functions/dryruns', body)).toMatchObject({ status: 404, body: { error: { code } } });
  });

  it('are deployed, called and deleted', async () => {
    const code = action('return { hello: input.name };');
    const ended = await deploy({ function_type: 'action', function_name: 'greet', code });
    expect(ended).toMatchObject({
      status: 'success',
      function_name: 'greet',
      deployed: true,
      deployed_functions: [{ name: 'greet', version: '2.0.0' }],
    });
    const headers = { 'Provider-Config-Key': 'plain', 'Connection-Id': 'ann' };
    const call = await bed.api.request('POST', '/action/trigger', {
      headers,
      body: { action_name: 'greet', input: { name: 'Ann' } },
    });
    expect(call).toMatchObject({ status: 200, body: { hello: 'Ann' } });
    const path = '/integrations/plain/functions/greet';
    const { body } = await bed.api.request('GET', path);
    expect(body.data).toMatchObject({
      source: 'standalone',
      description: 'Greets',
      json_schema: { definitions: { GreetInput: { required: ['name'] } } },
    });
    expect((await bed.api.request('GET', `${path}/code`)).body).toEqual({ type: 'action', code });
    const twin = {
      type: 'function',
      integration_id: 'plain',
      function_name: 'greet',
      function_type: 'sync',
      code: 'x',
    };
    expect(await post('/functions/deployments', twin)).toMatchObject({
      status: 409,
      body: { error: { code: 'ambiguous_function' } },
    });
    expect(await bed.api.request('DELETE', `${path}?type=action`)).toMatchObject({ status: 200 });
  });

  it('are deployed, described, checked and offered as tools with schemas of zod 3', async () => {
    const code = action('return { hello: input.name };').replace(`from 'zod'`, `from 'zod/v3'`);
    expect((await deploy({ function_type: 'action', function_name: 'older', code })).error).toBeUndefined();
    const { body } = await bed.api.request('GET', '/integrations/plain/functions/older');
    expect(body.data.json_schema.definitions.OlderInput).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    });
    const call = (input: unknown) =>
      svc.triggerAction({ providerConfigKey: 'plain', connectionId: 'ann', actionName: 'older', input });
    expect(await call({ name: 'Ann' })).toEqual({ hello: 'Ann' });
    await expect(call({ name: 1 })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_action_input',
      errors: [expect.objectContaining({ path: ['name'] })],
    });
    const tools = await bed.api.request('POST', '/mcp', {
      headers: {
        'Provider-Config-Key': 'plain',
        'Connection-Id': 'ann',
        accept: 'application/json, text/event-stream',
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(JSON.stringify(tools.body)).toContain('"older"');
  });

  it('are not deployed where cached records would be left behind, unless that is wanted', async () => {
    const first = { function_type: 'sync', function_name: 'issues', code: sync('', 'Old') };
    expect((await deploy(first)).status).toBe('success');
    await bed.api.app.get(Database).query(
      `INSERT INTO record_streams (environment_id, connection_id, model, live_count)
       SELECT environment_id, id, 'Old', 3 FROM connections WHERE connection_id = 'ann'`,
    );
    const next = { ...first, code: sync('', 'New') };
    const refused = await deploy(next);
    expect(refused).toMatchObject({
      deployed: false,
      error: { code: 'deployment_error', payload: { drops: [{ model: 'Old', records: 3 }] } },
    });
    expect((await deploy({ ...next, allow_destructive: true })).status).toBe('success');
  });

  it('end with the version they began with, whatever is deployed meanwhile', async () => {
    const version = (text: string, path: string) =>
      svc.deployFunction({
        integration_id: 'plain',
        function_type: 'action',
        function_name: 'version',
        code: action(`await svc.get({ endpoint: '${path}' });\n    return '${text}';`),
      });
    const call = () =>
      svc.triggerAction({
        providerConfigKey: 'plain',
        connectionId: 'ann',
        actionName: 'version',
        input: { name: 'x' },
      });
    await version('one', '/slow');
    const running = call();
    await waitFor('the call of the first version', 30_000, () => Promise.resolve(held.length > 0));
    await version('two', '/fast');
    expect(await call()).toBe('two');
    held.forEach((answer) => answer());
    expect(await running).toBe('one');
    await svc.rollback({ integration_id: 'plain', name: 'version' });
    const again = call();
    await waitFor('the call of the version that came back', 30_000, () => Promise.resolve(held.length > 1));
    held.forEach((answer) => answer());
    expect(await again).toBe('one');
  });

  it('are invoked by a body, waited for or not', async () => {
    const code = action('return { hello: input.name };');
    await svc.deployFunction({ integration_id: 'plain', function_type: 'action', function_name: 'invoked', code });
    const body = { integration_id: 'plain', connection_id: 'ann', name: 'invoked', input: { name: 'Ann' } };
    const invoke = (changes: Record<string, unknown>) => post('/functions/invocations', { ...body, ...changes });
    expect(await invoke({ invocation_type: 'wait' })).toMatchObject({ status: 200, body: { hello: 'Ann' } });
    const accepted = await invoke({ invocation_type: 'no_wait', options: { max_retries: 1 } });
    expect(accepted).toMatchObject({ status: 202, body: { statusUrl: `/action/${accepted.body.id}` } });
    await svc.setFunctionEnabled({ uniqueKey: 'plain', name: 'invoked' }, false);
    expect(await invoke({ invocation_type: 'wait' })).toMatchObject({
      status: 404,
      body: { error: { code: 'disabled_resource' } },
    });
    expect(await invoke({})).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
  });

  it('are reached by the client, with versions, deploys and logs', async () => {
    const request = { integration_id: 'plain', function_type: 'action', function_name: 'listed' } as const;
    for (const text of ['one', 'two']) await svc.deployFunction({ ...request, code: action(`return '${text}';`) });
    const named = { uniqueKey: 'plain', name: 'listed' };
    expect((await svc.listFunctionVersions(named)).data).toMatchObject([{ is_current: true }, { is_current: false }]);
    const [latest] = (await svc.listDeploys({ limit: 1 })).data;
    expect(latest).toMatchObject({ kind: 'function', updated: 1 });
    expect((await svc.getDeploy({ id: latest?.id ?? '' })).data.changes).toMatchObject([{ name: 'listed' }]);
    expect((await svc.previewRollback({ integration_id: 'plain', name: 'listed' })).data.changes).toHaveLength(1);
    const dry = await svc.dryRunFunction({
      integration_id: 'plain',
      connection_id: 'ann',
      function_type: 'action',
      code: action(`await svc.log('from a dry run', { level: 'info' }); return 1;`),
      input: { name: 'x' },
    });
    expect(dry).toMatchObject({ status: 'success', output: 1 });
    const operation = await waitFor('the operation in the log', 30_000, async () => {
      const { data } = await svc.listOperations({ type: ['dryrun'], status: ['success'], search: 'from a dry run' });
      return data[0];
    });
    const lines = await svc.listLogLines({ operationId: operation.id });
    expect(lines.data).toMatchObject([{ message: 'from a dry run' }]);
    expect((await svc.getOperation({ id: operation.id })).data.integration_id).toBe('plain');
    await svc.deleteFunction({ ...named, type: 'action' });
    await expect(svc.getFunction(named)).rejects.toMatchObject({ status: 404 });
  });

  it('tell what keeps a definition from being deployed', async () => {
    const code = sync('').replace('every hour', 'now and then');
    const ended = await deploy({ function_type: 'sync', function_name: 'odd', code });
    expect(ended).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('now and then') } });
  });

  it.each([
    ['/functions/dryruns/00000000-0000-4000-8000-000000000000', 404, 'dryrun_not_found'],
    ['/functions/deployments/00000000-0000-4000-8000-000000000000', 404, 'deployment_not_found'],
    ['/functions/dryruns/1', 400, 'invalid_uri_params'],
  ])('GET %s answers %i', async (path, status, code) => {
    expect(await bed.api.request('GET', path)).toMatchObject({ status, body: { error: { code } } });
  });
});
