import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '@svc/testing';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run, runTool, type ToolOutcome } from './testing/run-tool.js';
import { actionSource, createProject, syncSource, type TemporaryProject } from './testing/temporary-project.js';

const CONNECTION = 'the gateway itself';

/** The tool as users get it: installed from the gateway's own address, against that gateway. */
describe('the command-line tool and a gateway', () => {
  let gateway: Gateway;
  let home: TemporaryProject;
  let projectRoot: string;

  beforeAll(async () => {
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    home = await createProject();
    projectRoot = path.join(home.root, 'my-functions');
    await call('POST', '/integrations', { provider: 'private-api-bearer', unique_key: 'gateway' });
    await call('POST', '/connections', {
      provider_config_key: 'gateway',
      connection_id: CONNECTION,
      connection_config: { baseUrl: gateway.apiUrl },
      credentials: { type: 'API_KEY', apiKey: gateway.secretKey },
    });
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
    await home?.remove();
  }, 60_000);

  async function call(method: string, route: string, body?: object): Promise<any> {
    const headers = { authorization: `Bearer ${gateway.secretKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.apiUrl}${route}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  const svc = (...args: string[]): Promise<ToolOutcome> =>
    runTool(projectRoot, args, {
      tool: path.join(projectRoot, 'node_modules/@svc/cli/dist/main.js'),
      env: { SVC_SECRET_KEY_DEV: gateway.secretKey },
    });
  const inProject = (cwd: string, ...args: string[]): Promise<ToolOutcome> =>
    runTool(cwd, args, { env: { SVC_SECRET_KEY_DEV: gateway.secretKey, SVC_HOST: gateway.apiUrl } });
  const json = ({ exitCode, stdout }: ToolOutcome): any => ({ exitCode, ...JSON.parse(stdout) });
  const functionsOf = async (key: string): Promise<string[]> =>
    (await call('GET', `/integrations/${key}/functions`)).data.map((entry: { name: string }) => entry.name);

  it('installs from the address that the gateway shows, and the example compiles and deploys', async () => {
    const { data } = await call('GET', '/packages');
    const { url } = data.find(({ name }: { name: string }) => name === '@svc/cli');
    const tools = path.join(home.root, 'tools');
    expect(await run('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', url], home.root)).toMatchObject({
      exitCode: 0,
    });
    const tool = path.join(tools, 'node_modules/.bin/svc');
    expect(await run(tool, ['init', 'my-functions', '--host', gateway.apiUrl], home.root)).toMatchObject({
      exitCode: 0,
    });
    expect(await run('npm', ['install', '--no-audit', '--no-fund'], projectRoot)).toMatchObject({ exitCode: 0 });
    expect(await readFile(path.join(projectRoot, 'package.json'), 'utf8')).toContain(
      `${gateway.apiUrl}/packages/svc-functions-`,
    );

    expect(json(await svc('compile', '--json'))).toMatchObject({ exitCode: 0, typesChecked: true, warnings: [] });
    const deployed = await svc('deploy', 'dev', '--yes');
    expect(deployed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Deployed: 2 created, 0 updated, 0 deleted.'),
    });
    expect(deployed.stdout).toContain('  + sync     gateway/connections  (starts for 1 connection)');
    expect((await svc('deploy', 'dev', '--yes')).stdout).toContain('Nothing to deploy');
  }, 300_000);

  it('checks types with the library that was installed', async () => {
    const file = path.join(projectRoot, 'gateway/actions/find-connection.ts');
    const source = await readFile(file, 'utf8');
    const project = await createProject();
    try {
      await run('cp', ['-r', `${projectRoot}/.`, project.root], home.root);
      await project.write({
        'gateway/actions/find-connection.ts': source.replace('return toGatewayConnection(found)', 'return 1'),
      });
      const { exitCode, stderr } = await inProject(project.root, 'compile');
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /gateway\/actions\/find-connection\.ts:\d+:\d+ {2}Type [^]*Promise<number>[^]*\(TS2322\)[^]*> +\d+ \| {3}exec: async/,
      );
    } finally {
      await project.remove();
    }
  }, 120_000);

  it('runs a sync against the connection without writing anything', async () => {
    const dryrun = json(await svc('dryrun', 'connections', CONNECTION, '-e', 'dev', '--json'));
    expect(dryrun).toMatchObject({
      exitCode: 0,
      ok: true,
      records: {
        GatewayConnection: [{ connectionId: CONNECTION, integration: 'gateway', provider: 'private-api-bearer' }],
      },
      logs: [{ level: 'info', message: 'Saved 1 connections' }],
    });
    const shown = await svc('dryrun', 'connections', CONNECTION, '-e', 'dev');
    expect(shown.stdout).toContain('GatewayConnection: 1 record would be saved');
    expect(shown.stdout).toContain('Nothing was written to the gateway.');
  }, 60_000);

  it('runs an action with its input, and shows what it throws', async () => {
    const find = (connectionId: string, ...args: string[]) =>
      svc('dryrun', 'find-connection', CONNECTION, '-e', 'dev', '--input', JSON.stringify({ connectionId }), ...args);
    expect(json(await find(CONNECTION, '--json'))).toMatchObject({ exitCode: 0, output: { connectionId: CONNECTION } });
    expect(json(await find('nobody', '--json'))).toMatchObject({
      exitCode: 1,
      ok: false,
      error: { code: 'action_error', message: expect.stringContaining('There is no connection "nobody"') },
    });
    const { stderr } = await find('nobody');
    expect(stderr).toMatch(
      /gateway\/actions\/find-connection\.ts:\d+:\d+ {2}ActionError[^]*> \d+ \|[^]*throw new svc\.ActionError/,
    );
    expect(
      json(await svc('dryrun', 'find-connection', CONNECTION, '-e', 'dev', '--input', '{}', '--json')),
    ).toMatchObject({
      error: { code: 'invalid_input', message: expect.stringContaining('connectionId') },
    });
    expect((await svc('dryrun', 'none', CONNECTION, '-e', 'dev')).stderr).toContain(
      'index.ts imports: sync gateway/connections',
    );
    expect((await svc('deploy', 'dev', '-i', 'typo', '--yes')).stderr).toContain(
      'no function of the integration "typo"',
    );
    expect((await svc('dryrun', 'connections', 'nobody', '-e', 'dev')).exitCode).toBe(1);
  }, 120_000);

  it('needs no more scopes for a dry run than the specification names', async () => {
    const asAccount = async (method: string, route: string, body?: object): Promise<any> => {
      const headers = { authorization: `Bearer ${gateway.accountKey}`, 'content-type': 'application/json' };
      return (
        await fetch(`${gateway.apiUrl}${route}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      ).json();
    };
    const { data: environments } = await asAccount('GET', '/environments');
    const { data: key } = await asAccount('POST', '/environment/api-keys', {
      environment_id: environments[0].id,
      display_name: 'dry runs',
      scopes: ['environment:connections:read', 'environment:integrations:read', 'environment:proxy'],
    });
    const env = { SVC_HOST: gateway.apiUrl, SVC_SECRET_KEY_DEV: key.secret };
    const dryrun = await runTool(projectRoot, ['dryrun', 'connections', CONNECTION, '-e', 'dev', '--json'], { env });
    expect(json(dryrun)).toMatchObject({ exitCode: 0, records: { GatewayConnection: [{}] } });
    const deploy = await runTool(projectRoot, ['deploy', 'dev', '--yes', '--json'], { env });
    expect(json(deploy)).toMatchObject({
      exitCode: 1,
      error: { code: 'forbidden', message: expect.stringContaining('environment:deploy') },
    });
  }, 60_000);

  it('gives a dry run the helpers of the runner', async () => {
    const project = await createProject({
      'index.ts': "import './gateway/syncs/all.js';\nimport './gateway/actions/stuck.js';",
      'gateway/syncs/all.ts': syncSource(`metadata: z.object({ team: z.string() }),
        checkpoint: z.object({ page: z.number() }),
        exec: async (svc) => {
          const checkpoint = await svc.getCheckpoint();
          await svc.saveCheckpoint({ page: (checkpoint?.page ?? 0) + 1 });
          const { team } = await svc.getMetadata();
          await svc.updateMetadata({ seen: true });
          const token = await svc.getToken();
          const { provider } = await svc.getIntegration();
          const pages = [];
          const paginate = { type: 'offset', offset_name_in_request: 'page', offset_calculation_method: 'per-page', limit_name_in_request: 'limit', limit: 1, response_path: 'connections' };
          for await (const page of svc.paginate({ endpoint: '/connections', paginate })) pages.push(page.length);
          const failed = await svc.get({ endpoint: '/integrations/none' }).catch((error) => error.response?.status ?? error.status);
          await new Promise((resolve) => setTimeout(resolve, 5));
          await svc.log('seen', { team, provider, pages, failed, hasToken: typeof token, variant: svc.variant, fetch: typeof fetch, metadata: await svc.getMetadata() });
          await svc.batchSave([{ id: 1 }, { id: 1 }, { id: 2 }], 'Issue');
          await svc.batchDelete([{ id: 3 }], 'Issue');
        },`),
      'gateway/actions/stuck.ts': actionSource('async () => { for (;;); }'),
    });
    try {
      const args = [
        '-e',
        'dev',
        '--json',
        '--checkpoint',
        '{"page":4}',
        '--metadata',
        '{"team":"a"}',
        '--variant',
        'eu',
      ];
      const outcome = json(await inProject(project.root, 'dryrun', 'all', CONNECTION, ...args));
      if (outcome.exitCode) throw new Error(JSON.stringify(outcome));
      expect(outcome).toMatchObject({
        exitCode: 0,
        checkpoint: { page: 5 },
        metadata: { team: 'a', seen: true },
        records: { Issue: [{ id: 1 }, { id: 2 }] },
        deleted: { Issue: [3] },
      });
      expect(outcome.logs[0]).toMatchObject({
        message: 'seen',
        payload: {
          team: 'a',
          provider: 'private-api-bearer',
          pages: [1],
          failed: 404,
          hasToken: 'object',
          variant: 'eu',
          fetch: 'undefined',
          metadata: { team: 'a', seen: true },
        },
      });
      expect(
        (await call('GET', `/connections/${encodeURIComponent(CONNECTION)}?provider_config_key=gateway`)).metadata ??
          {},
      ).toEqual({});
      const stuck = await inProject(project.root, 'dryrun', 'stuck', CONNECTION, '-e', 'dev', '--timeout', '2');
      expect(stuck).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('stopped after 2 seconds') });
    } finally {
      await project.remove();
    }
  }, 120_000);

  it('lets a dry run trigger deployed actions, but start no sync', async () => {
    const act = `
        exec: async (svc) => {
          const find = (connectionId) => svc.triggerAction('find-connection', { connectionId });
          const found = await find('${CONNECTION}');
          const failed = await find('nobody').catch(({ status, code }) => [status, code]);
          const absent = await svc.triggerAction('absent').catch(({ status, code }) => [status, code]);
          await svc.triggerSync('gateway', '${CONNECTION}', 'connections');
          return { found, failed, absent };
        },`;
    const project = await createProject({
      'index.ts': "import './gateway/actions/chain.js';",
      'gateway/actions/chain.ts': `import { createAction } from '@svc/functions';
import { z } from 'zod';
export default createAction({ description: 'Chain', version: '1.0.0', input: z.any(), output: z.any(), ${act}
});`,
    });
    try {
      const outcome = json(await inProject(project.root, 'dryrun', 'chain', CONNECTION, '-e', 'dev', '--json'));
      expect(outcome).toMatchObject({
        exitCode: 0,
        output: {
          found: { connectionId: CONNECTION },
          failed: [500, 'action_script_runtime_error'],
          absent: [404, 'not_found'],
        },
        logs: [{ message: 'triggerSync would start a sync.', payload: { sync: 'connections' } }],
      });
    } finally {
      await project.remove();
    }
  }, 120_000);

  it('renames, deletes after asking, and deploys single functions', async () => {
    await call('POST', '/integrations', { provider: 'unauthenticated', unique_key: 'plain' });
    const project = await createProject({
      'index.ts': "import './plain/syncs/old.js';\nimport './plain/actions/act.js';",
      'plain/syncs/old.ts': syncSource(),
      'plain/actions/act.ts': actionSource(),
    });
    const deploy = (...args: string[]) => inProject(project.root, 'deploy', 'dev', '-i', 'plain', ...args);
    try {
      expect(json(await deploy('--yes', '--json'))).toMatchObject({ exitCode: 0, deployed: true, functions: [{}, {}] });
      await project.write({
        'index.ts': "import './plain/syncs/new.js';\nimport './plain/actions/act.js';",
        'plain/syncs/new.ts': syncSource(),
        'plain/actions/act.ts': actionSource('async () => 1'),
      });
      for (const args of [[], ['--yes']])
        expect(await deploy(...args)).toMatchObject({
          exitCode: 1,
          stderr: expect.stringMatching(/loses data[^]*the sync plain\/old[^]*--allow-destructive/),
        });
      expect(
        await runTool(project.root, ['deploy', 'dev', '-i', 'plain'], {
          env: { CI: 'true', SVC_HOST: gateway.apiUrl, SVC_SECRET_KEY_DEV: gateway.secretKey },
        }),
      ).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('--allow-destructive'),
      });
      expect(await functionsOf('plain')).toEqual(['act', 'old']);
      expect(json(await deploy('-s', 'new', '--yes', '--json'))).toMatchObject({
        created: [{ name: 'new' }],
        deleted: [],
        updated: [],
      });
      expect(await functionsOf('plain')).toEqual(['act', 'new', 'old']);
      expect(json(await deploy('--yes', '--allow-destructive', '--json'))).toMatchObject({
        created: [],
        updated: [{ type: 'action', integration: 'plain', name: 'act' }],
        deleted: [{ type: 'sync', name: 'old' }],
      });
      expect(await functionsOf('plain')).toEqual(['act', 'new']);
    } finally {
      await project.remove();
    }
  }, 120_000);

  it('changes nothing when one function is wrong, or its integration is missing', async () => {
    const project = await createProject({
      'index.ts': "import './plain/syncs/new.js';\nimport './nowhere/actions/act.js';",
      'plain/syncs/new.ts': syncSource("frequency: 'every day',"),
      'nowhere/actions/act.ts': actionSource(),
    });
    const before = await call('GET', '/integrations/plain/functions');
    try {
      const missing = await inProject(project.root, 'deploy', 'dev', '--yes');
      expect(missing).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('There is no integration "nowhere"'),
      });
      await project.write({ 'nowhere/actions/act.ts': 'export default {' });
      expect(await inProject(project.root, 'deploy', 'dev', '--yes')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/nowhere\/actions\/act\.ts:1:\d+ {2}/),
      });
      expect(await call('GET', '/integrations/plain/functions')).toEqual(before);
    } finally {
      await project.remove();
    }
  }, 120_000);

  it('says what is wrong with a key', async () => {
    const args = ['deploy', 'dev', '--yes', '--json'];
    const env = { SVC_HOST: gateway.apiUrl, SVC_SECRET_KEY_DEV: 'svc_sk_dev_wrong' };
    const { exitCode, stdout } = await runTool(projectRoot, args, { env });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'unknown_account', hint: expect.stringContaining('SVC_SECRET_KEY') },
    });
  }, 60_000);
});
