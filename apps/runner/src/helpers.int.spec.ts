import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bundleFunction } from './testing/bundle-function.js';
import { jsonAnswer } from './testing/fake-run-api.js';
import { errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

describe('helpers of a function', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  it('calls the provider and reads JSON, text and bytes', async () => {
    runner.api.provider = ({ endpoint }) =>
      endpoint === '/json'
        ? jsonAnswer({ n: 1 }, { 'x-a': 'b' })
        : { body: Buffer.from([0xff, 0x00, 0x41]), headers: { 'content-type': 'image/png' } };
    const output = outputOf(
      await runner.action(`
        const a = await svc.get({ endpoint: '/json', params: { q: 1 }, headers: { 'X-B': 'c' }, retries: 2, retryOn: [404], retryHeader: { after: 'x-reset' } });
        const b = await svc.get({ endpoint: '/bytes', responseType: 'arraybuffer' });
        const c = await svc.post({ endpoint: '/bytes', data: Buffer.from('hi') });
        await svc.put({ endpoint: '/json', data: { x: [1] } });
        await svc.patch({ endpoint: '/json', data: 'text' });
        await svc.delete({ endpoint: '/json' });
        await svc.proxy({ endpoint: '/json', data: new URLSearchParams({ a: 'b c' }), method: 'post' });
        return { status: a.status, data: a.data, header: a.headers['x-a'], config: a.config.endpoint, bytes: [...b.data], isBuffer: Buffer.isBuffer(b.data), type: typeof c.data };`),
    );
    expect(output).toEqual({
      status: 200,
      data: { n: 1 },
      header: 'b',
      config: '/json',
      bytes: [255, 0, 65],
      isBuffer: true,
      type: 'string',
    });
    expect(runner.api.proxied).toMatchObject([
      {
        method: 'GET',
        endpoint: '/json',
        params: { q: 1 },
        headers: { 'X-B': 'c' },
        retries: 2,
        retryOn: [404],
        retryHeader: { after: 'x-reset' },
      },
      { method: 'GET' },
      { method: 'POST', data: 'aGk=', dataEncoding: 'base64' },
      { method: 'PUT', data: { x: [1] } },
      { method: 'PATCH', data: 'text' },
      { method: 'DELETE' },
      { method: 'POST', data: 'a=b+c', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
  });

  it('gives all headers that a provider may send', async () => {
    const policy = 'x'.repeat(15_000);
    runner.api.provider = () => jsonAnswer({}, { 'content-security-policy': policy });
    const body = `return (await svc.get({ endpoint: '/x' })).headers['content-security-policy'];`;
    expect(outputOf(await runner.action(body))).toBe(policy);
  });

  it('throws for an error status, with the answer, which the function may catch', async () => {
    runner.api.provider = () => ({
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{"message":"gone"}',
    });
    const body = `try { await svc.get({ endpoint: '/x' }); } catch (e) { return [e.isAxiosError, e.response.status, e.response.data.message, e.code]; }`;
    expect(outputOf(await runner.action(body))).toEqual([true, 404, 'gone', 'ERR_BAD_REQUEST']);
    expect(errorOf(await runner.action(`await svc.get({ endpoint: '/x' });`))).toMatchObject({
      type: 'upstream_http_error',
      message: 'Request failed with status code 404: GET /x',
      upstream: { status: 404, headers: { 'content-type': 'application/json' }, body: { message: 'gone' } },
      location: { file: 'github/actions/test.ts', line: 6 },
    });
  });

  it('tells throttling, a dead network and dead credentials apart', async () => {
    runner.api.provider = () => ({ status: 429, headers: { 'retry-after': '7', 'x-ratelimit-limit': '5' } });
    const call = `await svc.get({ endpoint: '/x' });`;
    expect(errorOf(await runner.action(call))).toMatchObject({
      type: 'throttled',
      retryAfterMs: 7000,
      upstream: { status: 429, headers: { 'x-ratelimit-limit': '5' } },
    });
    runner.api.refuse = (path) =>
      path === '/run/proxy'
        ? { status: 502, code: 'upstream_unreachable', payload: { code: 'ECONNREFUSED' } }
        : undefined;
    expect(errorOf(await runner.action(call))).toMatchObject({
      type: 'network_error',
      payload: { code: 'ECONNREFUSED' },
    });
    runner.api.refuse = (path) => (path === '/run/proxy' ? { status: 424, code: 'invalid_credentials' } : undefined);
    expect(errorOf(await runner.action(call))).toMatchObject({ type: 'auth_dead' });
  });

  it('refuses an answer that is too large to read', async () => {
    runner.api.provider = () => ({ body: Buffer.alloc(20 * 1024 * 1024, 65) });
    const result = await runner.action(`await svc.get({ endpoint: '/big' });`, { limits: { memoryMb: 32 } });
    expect(errorOf(result)).toMatchObject({ type: 'function_error', payload: { code: 'response_too_big' } });
  });

  it('reads and changes what belongs to the connection, and keeps what it read', async () => {
    const output = outputOf(
      await runner.action(`
        await svc.getConnection(); const connection = await svc.getConnection();
        await svc.getConnection('other', 'c2', { forceRefresh: true });
        const before = await svc.getMetadata();
        await svc.updateMetadata({ more: 1 });
        const after = await svc.getMetadata();
        await svc.setMetadata({ only: true });
        return { token: await svc.getToken(), id: connection.connection_id, before, after, last: await svc.getMetadata(),
          hook: await svc.getWebhookURL(), key: (await svc.getIntegration({ include: ['credentials'] })).unique_key,
          variables: await svc.getEnvironmentVariables(), own: [svc.connectionId, svc.providerConfigKey, svc.provider] };`),
    );
    expect(output).toEqual({
      token: 'at',
      id: 'c1',
      before: { repository: 'a/b' },
      after: { repository: 'a/b', more: 1 },
      last: { only: true },
      hook: 'https://gw/webhook/1',
      key: 'github',
      variables: [{ name: 'A', value: '1' }],
      own: ['c1', 'github', 'github'],
    });
    const connectionCalls = runner.api.requests.filter((line) => line === 'GET /run/connection');
    expect(connectionCalls).toHaveLength(3);
    expect(runner.api.queries).toContainEqual({
      provider_config_key: 'other',
      connection_id: 'c2',
      force_refresh: 'true',
    });
    expect(runner.api.queries).toContainEqual({ include: 'credentials' });
  });

  it('writes lines of the right level, with bounded size', async () => {
    await runner.action(
      `
      await svc.log('hidden', { level: 'debug' });
      await svc.log('shown', { a: 1 }, { level: 'warn' });
      console.error('from console', { b: 2 });
      svc.setLogger({ level: 'error' });
      await svc.log('dropped');
      await svc.log('x'.repeat(300_000), { level: 'error' });`,
      { logLevel: 'info' },
    );
    expect(runner.api.logLines).toMatchObject([
      { level: 'warn', message: 'shown', payload: { a: 1 } },
      { level: 'error', message: 'from console {"b":2}' },
      { level: 'error' },
    ]);
    expect(runner.api.logLines[2]?.message.length).toBeLessThan(100_100);
    runner.api.reset();
    await runner.action('return 1;');
    expect(runner.api.requests.filter((line) => line.endsWith('/run/logs'))).toEqual([]);
  });

  it('checks input and output against the schemas of the action', async () => {
    const script = await bundleFunction(`
      import { createAction } from 'nango'; import * as z from 'zod';
      export default createAction({ description: 'd', input: z.object({ n: z.number(), k: z.string().default('z') }), output: z.object({ ok: z.boolean() }),
        exec: async (svc, input) => ({ ok: input.n === 1 ? input.k === 'z' : 'no' }) });`);
    expect(outputOf(await runner.run(script, { input: { n: 1 } }))).toEqual({ ok: true });
    expect(errorOf(await runner.run(script, { input: { n: 'x' } }))).toMatchObject({
      type: 'invalid_input',
      issues: [{ code: 'invalid_type', path: ['n'] }],
    });
    expect(errorOf(await runner.run(script, { input: { n: 2 } }))).toMatchObject({
      type: 'invalid_output',
      issues: [{ path: ['ok'] }],
    });
    const big = await runner.action(`return 'x'.repeat(2000);`, { limits: { outputBytes: 1000 } });
    expect(errorOf(big)).toMatchObject({
      type: 'output_too_big',
      message: 'The output has 2002 bytes; at most 1000 are allowed.',
    });
  });

  it('calls any address without credentials', async () => {
    const body = `const answer = await svc.uncontrolledFetch({ url: new URL('https://example.com/a?b=1'), method: 'POST',
        headers: { 'X-A': '1' }, body: JSON.stringify({ c: 2 }) });
      return { ok: answer.ok, status: answer.status, text: answer.statusText, type: answer.headers.get('Content-Type'),
        cookies: Object.fromEntries(answer.headers)['set-cookie'], json: await answer.json(), again: await answer.text(),
        bytes: (await answer.arrayBuffer()).byteLength };`;
    expect(outputOf(await runner.action(body))).toEqual({
      ok: false,
      status: 404,
      text: 'Not Found',
      type: 'application/json',
      cookies: 'a=1, b=2',
      json: { gone: true },
      again: '{"gone":true}',
      bytes: 13,
    });
    expect(runner.api.fetched).toEqual([
      { method: 'POST', url: 'https://example.com/a?b=1', headers: { 'X-A': '1' }, data: '{"c":2}' },
    ]);
  });

  it('is told about an address that functions may not call, and about one that does not answer', async () => {
    const body = `await svc.uncontrolledFetch({ url: 'http://169.254.169.254/' });`;
    runner.api.refuse = (path) => (path === '/run/fetch' ? { status: 400, code: 'address_not_allowed' } : undefined);
    expect(errorOf(await runner.action(body))).toMatchObject({
      type: 'action_error',
      payload: { code: 'address_not_allowed' },
    });
    const payload = { code: 'ECONNREFUSED' };
    runner.api.refuse = (path) =>
      path === '/run/fetch' ? { status: 502, code: 'upstream_unreachable', payload } : undefined;
    expect(errorOf(await runner.action(body))).toMatchObject({ type: 'network_error', payload });
  });

  it('starts syncs, of this connection or another one, in the new words and the old', async () => {
    const body = `
      await svc.triggerSync(svc.providerConfigKey, svc.connectionId, 'issues', { reset: true });
      await svc.triggerSync('hubspot', 'c2', { name: 'contacts', variant: 'eu' }, 'full_refresh_and_clear_cache');
      await svc.triggerSync('hubspot', 'c2', 'contacts', true);
      await svc.startSync('hubspot', 'c2', 'contacts');
      return svc.environmentName;`;
    expect(outputOf(await runner.action(body))).toBe('dev');
    const other = { provider_config_key: 'hubspot', connection_id: 'c2' };
    const [trigger, start] = ['/run/syncs/trigger', '/run/syncs/start'];
    expect(runner.api.triggeredSyncs).toEqual([
      [
        trigger,
        { provider_config_key: 'github', connection_id: 'c1', sync: 'issues', reset: true, empty_cache: false },
      ],
      [trigger, { ...other, sync: { name: 'contacts', variant: 'eu' }, reset: true, empty_cache: true }],
      [trigger, { ...other, sync: 'contacts', reset: true, empty_cache: false }],
      [start, { ...other, sync: 'contacts' }],
    ]);
  });

  it('lets a function that follows an event ask to run again', async () => {
    const script = await bundleFunction(`import { createOnEvent } from '@svc/functions';
      export default createOnEvent({
        description: 'test', event: 'post-connection-creation',
        exec: async (svc) => {
          await svc.runAgainAt(new Date('2030-01-31T12:00:00Z'));
          await svc.runAgainAt('2031-01-31T12:00:00+01:00');
          await svc.runAgainAt('soon').catch(async (error) => svc.runAgainAt(error instanceof TypeError ? '2032-01-01' : ''));
        },
      });`);
    expect(await runner.run(script, { kind: 'on-event' })).toEqual({ outcome: 'completed' });
    expect(runner.api.again).toEqual([
      { at: '2030-01-31T12:00:00.000Z' },
      { at: '2031-01-31T11:00:00.000Z' },
      { at: '2032-01-01T00:00:00.000Z' },
    ]);
  });

  it('checks values against a schema of the function', async () => {
    const check = (input: string): string =>
      `const { z } = require('zod'); const schema = z.object({ n: z.coerce.number(), at: z.string().optional() });
       const { data, success } = await svc.zodValidateInput({ zodSchema: schema, input: ${input} });
       return { data, success };`;
    expect(outputOf(await runner.action(check(`{ n: '7', more: 1 }`)))).toEqual({ data: { n: 7 }, success: true });
    const failure = errorOf(await runner.action(check(`{ n: 'x', at: 5 }`)));
    expect(failure).toMatchObject({
      type: 'action_error',
      payload: { code: 'invalid_action_input', errors: [{ path: ['n'] }, { path: ['at'] }] },
    });
    expect(runner.api.logLines.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  it('takes and gives back locks, and those that are left when the function ends', async () => {
    const [lock, key] = [`{ key: 'a', ttlMs: 1000 }`, `{ key: 'a' }`];
    const output = outputOf(
      await runner.action(
        `return [await svc.tryAcquireLock(${lock}), await svc.tryAcquireLock(${lock}), await svc.releaseLock(${key})];`,
      ),
    );
    expect(output).toEqual([true, false, true]);
    expect(runner.api.locks).toEqual([{ key: 'a', ttl_ms: 1000 }, { key: 'a', ttl_ms: 1000 }, { key: 'a' }, 'all']);
    runner.api.reset();
    errorOf(await runner.action(`await svc.tryAcquireLock(${lock}); throw new Error('x');`));
    expect(runner.api.locks).toEqual([{ key: 'a', ttl_ms: 1000 }, 'all']);
    runner.api.reset();
    await runner.action('return 1;');
    expect(runner.api.locks).toEqual([]);
  });

  it('gives an ActionError to the caller with its payload', async () => {
    const throwing = (value: string): Promise<unknown> =>
      runner.action(`throw new svc.ActionError(${value});`).then(errorOf);
    expect(await throwing(`{ message: 'no title', field: 'title' }`)).toMatchObject({
      type: 'action_error',
      message: 'no title',
      payload: { message: 'no title', field: 'title' },
    });
    expect(await throwing(`['a']`)).toMatchObject({ payload: { message: ['a'] } });
  });
});
