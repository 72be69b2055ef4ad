import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalServer, startGateway, waitFor, type Gateway } from '@svc/testing';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runAtTerminal, type ScreenOutcome, type Typed } from './testing/run-at-terminal.js';
import { COMPILED, runTool, type ToolOutcome } from './testing/run-tool.js';
import { actionSource, createProject, syncSource, type TemporaryProject } from './testing/temporary-project.js';

const CONNECTION = 'user-1';
const TOKEN = 'a-token-that-nobody-may-see';
const ISSUES = `checkpoint: z.object({ since: z.string() }),
  exec: async (svc) => {
    const { data } = await svc.get({ endpoint: '/issues', params: { at: new Date().toISOString() } });
    const token = JSON.stringify(await svc.getToken());
    await svc.log('Fetched', { count: data.length, secret: token.includes('${TOKEN}') });
    await svc.batchSave(data, 'Issue');
    await svc.saveCheckpoint({ since: new Date().toISOString() });
  },`;
const GREET = `async (svc) => {
  const variables = await svc.getEnvironmentVariables();
  await svc.log('Hello from version one');
  return variables.map(({ name }) => name);
}`;

/** What one does with functions once they are written: record, deploy on save, watch, roll back. */
describe('the command-line tool in daily use', () => {
  let gateway: Gateway;
  let provider: LocalServer;
  let project: TemporaryProject;
  let issues: unknown[] = [
    { id: '1', title: 'One' },
    { id: '2', title: 'Two' },
  ];

  beforeAll(async () => {
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0', SVC_LOGGER_LEVEL: 'info' } });
    provider = await LocalServer.start((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(issues));
    });
    project = await createProject({
      'index.ts': "import './tracker/syncs/issues.js';\nimport './tracker/actions/greet.js';\n",
      'tracker/syncs/issues.ts': syncSource(ISSUES).replace(
        'z.object({ id: z.string() })',
        'z.object({ id: z.string(), title: z.string() })',
      ),
      'tracker/actions/greet.ts': actionSource(GREET),
    });
    await call('POST', '/integrations', { provider: 'private-api-bearer', unique_key: 'tracker' });
    await call('POST', '/connections', {
      provider_config_key: 'tracker',
      connection_id: CONNECTION,
      connection_config: { baseUrl: provider.url },
      credentials: { type: 'API_KEY', apiKey: TOKEN },
    });
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
    await provider?.close();
    await project?.remove();
  }, 60_000);

  async function call(method: string, route: string, body?: object): Promise<any> {
    const answer = await fetch(`${gateway.apiUrl}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${gateway.secretKey}`,
        'content-type': 'application/json',
        'provider-config-key': 'tracker',
        'connection-id': CONNECTION,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  const settings = () => ({ SVC_HOST: gateway.apiUrl, SVC_SECRET_KEY_DEV: gateway.secretKey });
  const svc = (...args: string[]): Promise<ToolOutcome> => runTool(project.root, args, { env: settings() });
  const json = ({ exitCode, stdout }: ToolOutcome): any => ({ exitCode, ...JSON.parse(stdout) });
  const greet = (): Promise<unknown> => call('POST', '/action/trigger', { action_name: 'greet' });
  const read = (file: string): Promise<string> => readFile(path.join(project.root, file), 'utf8');

  it('records a dry run without secrets, and replays it without the provider', async () => {
    const recorded = json(await svc('dryrun', 'issues', CONNECTION, '--save', '--validate', '--diagnostics', '--json'));
    expect(recorded).toMatchObject({
      exitCode: 0,
      saved: 'tracker/syncs/issues.test.json',
      records: { Issue: [{ id: '1' }, { id: '2' }] },
      diagnostics: {
        calls: [{ title: expect.stringMatching(/^GET \/issues\?at=/), outcome: '200' }, { title: 'connection' }],
      },
    });
    const recording = await read('tracker/syncs/issues.test.json');
    expect(recording).not.toContain(TOKEN);
    issues = [];
    expect(await svc('test')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 passed.') });
    issues = [
      { id: '1', title: 'One' },
      { id: '2', title: 'Two' },
    ];
    const shown = await svc('dryrun', 'issues', CONNECTION, '--diagnostics');
    expect(shown.stdout).toMatch(/Diagnostics:\n {2}\d+ ms, \d+ ms of processor time, \d+ MB at most/);
  }, 120_000);

  it('refuses records that do not match their model, where that is asked', async () => {
    issues = [{ id: '1', title: null }];
    const { exitCode, stderr } = await svc('dryrun', 'issues', CONNECTION, '--validate');
    issues = [
      { id: '1', title: 'One' },
      { id: '2', title: 'Two' },
    ];
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/does not match its schemas:\n {2}- Issue "1": title /);
  }, 60_000);

  it('keeps variables, and shows no value of them', async () => {
    expect(await svc('env', 'set', 'REGION', 'eu')).toMatchObject({ exitCode: 0, stdout: 'Set REGION in "dev".\n' });
    expect((await svc('env', 'list')).stdout).toBe('REGION=********\n');
    expect((await svc('env', 'list', '--show-values')).stdout).toBe('REGION=eu\n');
    expect(await svc('env', 'unset', 'REGION')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await svc('env', 'set', 'REGION', '')).toMatchObject({ exitCode: 2 });
    expect(await svc('env', 'unset', 'REGION', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await svc('env', 'list')).stdout).toContain('has no variables');
  }, 60_000);

  it('asks at a terminal before it removes or deploys, and shows no secret that is typed', async () => {
    const atTerminal = (args: readonly string[], answers: readonly Typed[]): Promise<ScreenOutcome> =>
      runAtTerminal(project.root, args, answers, settings());
    const set = await atTerminal(['env', 'set', 'SECRET'], [{ after: /not shown\): $/, keys: 'hidden value\r' }]);
    expect(set).toMatchObject({ exitCode: 0, screen: expect.stringContaining('Set SECRET in "dev".') });
    expect(set.screen).not.toContain('hidden');
    expect((await svc('env', 'list', '--show-values')).stdout).toBe('SECRET=hidden value\n');

    const unset = ['env', 'unset', 'SECRET'];
    expect(await atTerminal(unset, [{ after: /\[y\/N\] /, keys: 'n\r' }])).toMatchObject({ exitCode: 1 });
    expect(await atTerminal(unset, [{ after: /\[y\/N\] /, keys: '\u0003' }])).toMatchObject({
      exitCode: 1,
      screen: expect.stringContaining('Interrupted: nothing was done.'),
    });
    expect((await svc('env', 'list')).stdout).toContain('SECRET');
    expect(await atTerminal(unset, [{ after: /\[y\/N\] /, keys: 'y\r' }])).toMatchObject({ exitCode: 0 });
    expect((await svc('env', 'list')).stdout).toContain('has no variables');

    const refused = await atTerminal(['deploy', 'dev'], [{ after: /Deploy to "dev"\? \[y\/N\] /, keys: '\r' }]);
    expect(refused.exitCode).toBe(1);
    expect((await svc('status', '--json')).stdout).not.toContain('greet');
  }, 120_000);

  it('deploys, shows how syncs stand and what happened', async () => {
    expect((await svc('deploy', 'dev', '--yes')).stdout).toContain('(starts for 1 connection)');
    await waitFor('the first run of the sync', 60_000, async () => {
      const { syncs } = json(await svc('status', '--json'));
      return syncs.length === 1 && syncs[0].status === 'SUCCESS';
    });
    const status = await svc('status');
    expect(status.stdout).toMatch(/tracker\/issues +user-1 +SUCCESS .*2 Issue/);
    await greet();
    await waitFor('the line of the action', 60_000, async () =>
      (await svc('logs', '--type', 'action')).stdout.includes('Hello from version one'),
    );
    const events = (await svc('logs', '--function', 'issues', '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'operation', type: 'sync', function_name: 'issues' }),
        expect.objectContaining({ kind: 'line', message: 'Fetched' }),
      ]),
    );
    expect((await svc('logs', '--since', 'yesterday')).exitCode).toBe(2);
    expect((await svc('logs', '--status', 'failed')).stderr).toContain('Nothing was found.');
  }, 180_000);

  it('deploys on save, survives an error, follows the logs and ends with Ctrl-C', async () => {
    const child = spawn(process.execPath, [COMPILED, 'dev'], {
      cwd: project.root,
      env: { PATH: process.env['PATH'], ...settings() },
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    const shows = (pattern: RegExp): Promise<unknown> =>
      waitFor(String(pattern), 60_000, async () => pattern.test(text)).catch((error: unknown) => {
        throw new Error(`It showed only:\n${text}`, { cause: error });
      });
    try {
      await shows(/Nothing changed\.|Deployed:/);
      await project.write({ 'tracker/actions/greet.ts': actionSource('async (svc) => {') });
      await shows(/tracker\/actions\/greet\.ts:\d+:\d+/);
      const source = actionSource("async (svc) => { await svc.log('Hello from version two'); return 2; }");
      await project.write({ 'tracker/actions/greet.ts': source });
      await shows(/Deployed:\n {2}~ action {3}tracker\/greet/);
      expect(await greet()).toBe(2);
      await shows(/Hello from version two/);
      child.kill('SIGINT');
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
      expect(text).toContain('Stopped watching.');
    } finally {
      child.kill('SIGKILL');
    }
  }, 180_000);

  it('rolls back one function and everything, after showing what changes', async () => {
    const { targets } = json(await svc('rollback', 'tracker/greet', '--list', '--json'));
    expect(targets).toHaveLength(2);
    expect(await svc('rollback', 'tracker/greet')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('  ~ action   tracker/greet'),
      stderr: expect.stringContaining('--yes'),
    });
    expect(await greet()).toBe(2);
    expect(json(await svc('rollback', 'tracker/greet', '--yes', '--json'))).toMatchObject({
      exitCode: 0,
      rolledBack: true,
      changes: [{ change: 'updated', name: 'greet' }],
    });
    expect(await greet()).toEqual([]);
    expect((await svc('rollback', '--list')).stdout.trim().split('\n').length).toBeGreaterThanOrEqual(3);
    expect(await svc('rollback', 'greet')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('<integration>/<name>'),
    });
  }, 120_000);

  it('shows webhooks, sends them again, holds them back, and handles those of providers again', async () => {
    await call('PATCH', '/environment/webhook-settings', { primary_url: `${provider.url}/hook` });
    const { event } = json(await svc('webhooks', 'test', '--json'));
    await waitFor('the delivery', 60_000, async () => {
      const { data } = json(
        await svc('webhooks', 'deliveries', '--event', event.id, '--status', 'delivered', '--json'),
      );
      return data.length === 1;
    });
    const [delivery] = event.deliveries;
    expect((await svc('webhooks', 'deliveries', delivery.id)).stdout).toMatch(/ 200 {2}\d+ ms\n {2}\[/);
    expect((await svc('webhooks', 'events', event.id)).stdout).toContain('"type": "test"');
    expect(await svc('webhooks', 'pause', delivery.endpoint_id)).toMatchObject({
      stdout: `${provider.url}/hook is paused.\n`,
    });
    expect((await svc('webhooks', 'endpoints')).stdout).toMatch(/\/hook +paused/);
    expect((await svc('webhooks', 'redeliver', delivery.id)).stdout).toBe(`Delivery ${delivery.id} is sent again.\n`);
    expect((await svc('webhooks', 'resume', delivery.endpoint_id)).exitCode).toBe(0);
    await waitFor('the delivery again', 60_000, async () => {
      const shown = json(await svc('webhooks', 'deliveries', delivery.id, '--json')).delivery;
      return shown.attempt_log.length === 2 && shown.status === 'delivered';
    });
    // There is no terminal to ask at.
    expect(await svc('webhooks', 'redeliver-since', '1h')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/Send \d+ deliver(y|ies) of "dev" again\?/),
    });
    expect(json(await svc('webhooks', 'deliveries', delivery.id, '--json')).delivery.attempt_log).toHaveLength(2);
    expect(json(await svc('webhooks', 'redeliver-since', '1h', '--yes', '--json')).count).toBeGreaterThanOrEqual(1);
    expect(await svc('webhooks', 'redeliver-since', '0s')).toMatchObject({
      exitCode: 0,
      stdout: 'There is nothing to send again.\n',
    });
    const idsOf = async (...filters: string[]): Promise<string[]> =>
      json(await svc('webhooks', 'events', '--type', 'test', ...filters, '--json')).data.map(({ id }: any) => id);
    expect(await idsOf('--since', event.created_at)).toContain(event.id);
    expect(await idsOf('--until', event.created_at)).not.toContain(event.id);
    expect(await idsOf('--status', 'dead')).not.toContain(event.id);
    await svc('webhooks', 'test');
    const first = json(await svc('webhooks', 'events', '--limit', '1', '--json'));
    const next = json(await svc('webhooks', 'events', '-n', '1', '--cursor', first.next_cursor, '--json'));
    expect(next.data).toHaveLength(1);
    expect(next.data[0].id).not.toBe(first.data[0].id);

    await call('POST', '/integrations', { provider: 'unauthenticated', unique_key: 'sender' });
    await call('POST', '/webhook/sender', { hello: 'gateway' });
    const { data } = json(await svc('webhooks', 'inbound', '-i', 'sender', '--json'));
    expect((await svc('webhooks', 'inbound', data[0].id)).stdout).toContain('{"hello":"gateway"}');
    expect((await svc('webhooks', 'replay', data[0].id)).stdout).toBe(`Webhook ${data[0].id} is handled again.\n`);
  }, 180_000);

  it('shows functions that ran because something happened, and why they failed', async () => {
    const onEvent = (body: string) => `import { createOnEvent } from '@svc/functions';
export default createOnEvent({ description: 'Greets', event: 'post-connection-creation', exec: async (svc) => { ${body} } });`;
    const life = await createProject({
      'index.ts': "import './life/on-events/welcome.js';\nimport './life/on-events/wrong.js';\n",
      'life/on-events/welcome.ts': onEvent(`await svc.log('Welcome');`),
      'life/on-events/wrong.ts': onEvent(`throw new Error('The door is locked.');`),
    });
    try {
      await call('POST', '/integrations', { provider: 'private-api-bearer', unique_key: 'life' });
      expect(await runTool(life.root, ['deploy', 'dev', '-i', 'life', '--yes'], { env: settings() })).toMatchObject({
        exitCode: 0,
      });
    } finally {
      await life.remove();
    }
    await call('POST', '/connections', {
      provider_config_key: 'life',
      connection_id: 'newcomer',
      connection_config: { baseUrl: provider.url },
      credentials: { type: 'API_KEY', apiKey: TOKEN },
    });
    const listed = async (...filters: string[]): Promise<any> =>
      json(await svc('event-runs', '-c', 'newcomer', ...filters, '--json'));
    await waitFor('both runs', 120_000, async () => {
      const { data } = await listed();
      return data.length === 2 && data.every(({ finished_at: at }: any) => at !== null);
    });
    const { data } = await listed('-s', 'failed', '-i', 'life', '--since', '1h', '--function', 'wrong');
    expect(data).toMatchObject([{ status: 'failed', function_name: 'wrong', type: 'on-event' }]);
    expect((await listed('--until', '2020-01-01')).data).toEqual([]);
    const first = await listed('-n', '1', '-t', 'on-event', '--event', 'post-connection-creation');
    const rest = await listed('-n', '1', '--cursor', first.next_cursor);
    expect([...first.data, ...rest.data].map(({ function_name: name }) => name).sort()).toEqual(['welcome', 'wrong']);

    const shown = await svc('event-runs', data[0].id);
    expect(shown.stdout).toMatch(/life\/wrong +post-connection-creation +newcomer +failed/);
    expect(shown.stdout).toContain('The door is locked.');
    expect(shown.stderr).toContain(`svc logs ${data[0].operation_id}`);
    expect((await svc('logs', data[0].operation_id)).exitCode).toBe(0);
    expect(await svc('event-runs', '-s', 'lost')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Allowed choices are queued, running, succeeded, failed, skipped'),
    });
    expect(await svc('event-runs', '0')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('must be the id of a run'),
    });
  }, 180_000);

  it('brings webhooks to a local address, signed, each once, until Ctrl-C', async () => {
    const got: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = await LocalServer.start((request, response) => {
      void text(request).then((body) => {
        got.push({ headers: request.headers, body });
        response.writeHead(got.length === 1 ? 202 : 500).end();
      });
    });
    const args = ['listen', '--to', `${receiver.url}/hook`, '--types', 'test'];
    const env = {
      PATH: process.env['PATH'],
      ...settings(),
      SVC_WEBHOOK_SIGNING_KEY_DEV: gateway.webhookSigningKey,
    };
    const child = spawn(process.execPath, [COMPILED, ...args], { cwd: project.root, env });
    let shown = '';
    child.stdout.on('data', (chunk) => (shown += chunk));
    child.stderr.on('data', (chunk) => (shown += chunk));
    try {
      await waitFor('the listener', 60_000, async () => shown.includes('Ctrl-C ends it.'));
      const sent: any[] = [];
      for (const count of [1, 2]) {
        sent.push(json(await svc('webhooks', 'test', '--json')).event);
        await waitFor('its line', 60_000, async () => sent.every(({ id }) => shown.includes(id)));
        expect(got).toHaveLength(count);
      }
      expect(shown).toMatch(/ test {2}202 \(\d+ ms\)[^]+ test {2}500 \(\d+ ms\)/);
      for (const [index, { headers, body }] of got.entries()) {
        expect(JSON.parse(body)).toEqual(sent[index].payload);
        expect(headers['webhook-id']).toBe(sent[index].id);
        expect(headers['x-svc-hmac-sha256']).toBe(
          createHmac('sha256', gateway.webhookSigningKey).update(body).digest('hex'),
        );
      }
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(shown).toContain('Stopped listening.');
    } finally {
      child.kill('SIGKILL');
      await receiver.close();
    }
    expect(await svc('listen', '--to', 'nowhere')).toMatchObject({ exitCode: 2 });
  }, 180_000);
});
