import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalServer } from '@svc/testing';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runTool, type ToolOutcome } from './testing/run-tool.js';
import { actionSource, createProject, type TemporaryProject } from './testing/temporary-project.js';

/** `svc init` and `svc create` as processes; needs no gateway. */
describe('a new project and new functions', () => {
  let home: TemporaryProject;
  let root: string;

  beforeEach(async () => {
    home = await createProject();
    root = path.join(home.root, 'my-functions');
    expect(await runTool(home.root, ['init', 'my-functions', '--host', 'https://gateway.test'])).toMatchObject({
      exitCode: 0,
    });
  });

  afterEach(() => home.remove());

  const svc = (...args: string[]): Promise<ToolOutcome> => runTool(root, args);

  it('passes its tests at once', async () => {
    expect(await svc('test')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 passed.') });
    const { scripts, devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(scripts).toMatchObject({ test: 'svc test', svc: 'svc' });
    expect(devDependencies['@svc/cli']).toMatch(/^https:\/\/gateway\.test\/packages\/svc-cli-.*\.tgz$/);
  }, 60_000);

  it('begins with GitHub, if that is wanted', async () => {
    expect(await runTool(home.root, ['init', 'hub', '--example', 'github', '-i', 'my-github'])).toMatchObject({
      exitCode: 0,
    });
    expect(await runTool(path.join(home.root, 'hub'), ['test', 'my-github'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('2 passed.'),
    });
  }, 60_000);

  it('gets a function of each kind that compiles, imported after the others', async () => {
    for (const [kind, name] of [
      ['--sync', 'open-issues'],
      ['--action', 'x'],
      ['--on-event', 'welcome'],
    ] as const)
      expect(await svc('create', kind, 'github', name)).toMatchObject({ exitCode: 0 });
    const index = await readFile(path.join(root, 'index.ts'), 'utf8');
    expect(index.split('\n').slice(-4)).toEqual([
      "import './github/syncs/open-issues.js';",
      "import './github/actions/x.js';",
      "import './github/on-events/welcome.js';",
      '',
    ]);
    expect(await svc('compile')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('5 functions compile.'),
    });
  }, 60_000);

  it('overwrites nothing, and says what is missing where nobody can be asked', async () => {
    expect(await svc('create', '--sync', 'gateway', 'connections')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('gateway/syncs/connections.ts is there already'),
    });
    expect(await svc('create')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Pass --sync, --action'),
    });
    expect(await svc('create', '--sync', 'github')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('The name is missing'),
    });
    expect(await svc('create', '--sync', 'github', '../x')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('The name "../x" is not valid'),
    });
    expect(await svc('create', '--sync', '--action', 'github', 'x')).toMatchObject({ exitCode: 2 });
    expect(await svc('init')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not empty') });
  }, 60_000);

  it('lists templates of the gateway and copies one', async () => {
    const template = { type: 'action', name: 'greet', description: 'Greets', returns: [], json_schema: null };
    const gateway = await LocalServer.start((request, response) => {
      const answers: Record<string, object> = {
        '/providers/acme/templates': { data: [template] },
        '/providers/acme/templates/greet/code?type=action': { type: 'action', code: actionSource() },
      };
      const answer = answers[request.url ?? ''];
      response.statusCode = answer ? 200 : 404;
      response.end(JSON.stringify(answer ?? {}));
    });
    const env = { SVC_HOST: gateway.url, SVC_SECRET_KEY_DEV: 'svc_sk_dev_x' };
    const create = (...args: string[]): Promise<ToolOutcome> =>
      runTool(root, ['create', '--template', ...args], { env });
    try {
      expect((await create('acme')).stdout).toContain('action  greet  Greets');
      expect(await create('acme/great')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('There are: greet.'),
      });
      expect(await create('acme/greet', 'my-acme')).toMatchObject({ exitCode: 0 });
      expect(await readFile(path.join(root, 'my-acme/actions/greet.ts'), 'utf8')).toBe(actionSource());
      expect(await svc('compile')).toMatchObject({ exitCode: 0 });
    } finally {
      await gateway.close();
    }
  }, 60_000);

  it('answers a slip of the finger with what was meant', async () => {
    expect(await svc('deplyo', 'dev')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean deploy?'),
    });
    expect(await svc('test', '--updat')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--update') });
  }, 60_000);
});
