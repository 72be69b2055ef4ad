import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run, runTool, type ToolOutcome } from './testing/run-tool.js';
import { createProject, type TemporaryProject } from './testing/temporary-project.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** `svc generate` as a process, on the project that `svc init` makes. */
describe('svc generate', () => {
  let project: TemporaryProject;

  beforeEach(async () => {
    project = await createProject();
    expect(await runTool(project.root, ['init'])).toMatchObject({ exitCode: 0 });
  });

  afterEach(() => project.remove());

  const generate = (...args: string[]): Promise<ToolOutcome> => runTool(project.root, ['generate', ...args]);
  const read = (file: string): Promise<string> => readFile(path.join(project.root, file), 'utf8');

  it('writes docs, keeps what people wrote around them, and knows when they are out of date', async () => {
    expect(await generate('docs')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('gateway/README.md') });
    const page = await read('gateway/README.md');
    expect(page).toContain('### `connections`\n\nConnections of the environment');
    expect(page).toContain('- Runs: every hour');
    expect(page).toContain('Input:\n\n```ts\n{\n  connectionId: string;\n}\n```');
    await writeFile(
      path.join(project.root, 'gateway/README.md'),
      page.replace('# gateway\n', '# The gateway\n\nOurs.\n'),
    );
    expect(await generate('docs', '--check')).toMatchObject({ exitCode: 0 });
    const action = await read('gateway/actions/find-connection.ts');
    await project.write({ 'gateway/actions/find-connection.ts': action.replace('Finds a', 'Looks for a') });
    expect(await generate('docs', '--check')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Out of date'),
    });
    expect(await generate('docs')).toMatchObject({ exitCode: 0 });
    expect(await read('gateway/README.md')).toMatch(/^# The gateway\n\nOurs\.\n[^]*Looks for a connection/);
  }, 60_000);

  it('lists actions as tools of a language model', async () => {
    expect(JSON.parse((await generate('tools')).stdout)).toEqual([
      {
        type: 'function',
        function: {
          name: 'find-connection',
          description: 'Finds a connection by its id',
          parameters: {
            type: 'object',
            properties: { connectionId: { type: 'string', minLength: 1 } },
            required: ['connectionId'],
          },
        },
      },
    ]);
  }, 60_000);

  it('makes a client whose types are those of the functions', async () => {
    expect(await generate('client', '-o', 'backend/client.ts')).toMatchObject({ exitCode: 0 });
    await symlink(path.join(ROOT, 'node_modules'), path.join(project.root, 'backend/node_modules'));
    await project.write({
      'backend/right.ts': `import { IntegrationClient } from './client.js';
const client = new IntegrationClient({ apiKey: 'key' });
const target = { integration: 'gateway', connectionId: 'me' } as const;
const found = await client.action({ ...target, action: 'find-connection', input: { connectionId: 'a' } });
export const provider: string = found.provider;
const { records } = await client.records({ ...target, model: 'GatewayConnection', limit: 10 });
export const created: string | undefined = records[0]?.created;
`,
      'backend/wrong.ts': `import { IntegrationClient } from './client.js';
const client = new IntegrationClient({ apiKey: 'key' });
const target = { integration: 'gateway', connectionId: 'me' } as const;
await client.action({ ...target, action: 'no-such-action', input: {} });
await client.action({ ...target, action: 'find-connection', input: { connectionId: 1 } });
await client.action({ ...target, action: 'find-connection' });
await client.records({ ...target, model: 'NoSuchModel' });
`,
    });
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      '--types',
      'node',
    ];
    const tsc = (file: string): Promise<ToolOutcome> =>
      run(
        process.execPath,
        [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, file],
        path.join(project.root, 'backend'),
      );
    await project.write({ 'backend/package.json': '{"type":"module"}' });
    expect(await tsc('right.ts')).toMatchObject({ exitCode: 0, stdout: '' });
    const { stdout } = await tsc('wrong.ts');
    const lines = new Set([...stdout.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => line));
    expect([...lines]).toEqual(['4', '5', '6', '7']);
  }, 120_000);
});
