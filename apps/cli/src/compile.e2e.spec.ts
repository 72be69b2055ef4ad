import { afterEach, describe, expect, it } from '@jest/globals';
import type { Diagnostic } from '@svc/compile';
import { runTool, type ToolOutcome } from './testing/run-tool.js';
import { actionSource, createProject, syncSource, type TemporaryProject } from './testing/temporary-project.js';

/** The compiled tool as a process; needs neither a gateway nor installed packages. */
describe('svc compile', () => {
  let project: TemporaryProject;

  afterEach(() => project.remove());

  const compile = async (files: Record<string, string>, ...args: string[]): Promise<ToolOutcome> => {
    const imports = Object.keys(files)
      .filter((file) => /\/(syncs|actions|on-events)\//.test(file))
      .map((file) => `import './${file.replace(/\.ts$/, '.js')}';\n`);
    project = await createProject({ 'index.ts': imports.join(''), ...files });
    return runTool(project.root, ['compile', ...args]);
  };
  const problems = async (files: Record<string, string>): Promise<Diagnostic[]> => {
    const { exitCode, stdout } = await compile(files, '--json');
    expect(exitCode).toBe(1);
    return JSON.parse(stdout).error.diagnostics;
  };

  it('describes functions, with their relative imports bundled', async () => {
    const { exitCode, stdout } = await compile(
      {
        'github/syncs/issues.ts': syncSource("checkpoint: z.object({ since: z.string() }), version: '1.2.3',"),
        'github/actions/act.ts': actionSource('async () => shared()').replace(
          "import * as z from 'zod';",
          "import * as z from 'zod';\nimport { shared } from '../../shared.js';",
        ),
        'shared.ts':
          "import { createHash } from 'node:crypto';\nexport const shared = (): string => createHash('md5').update('a').digest('hex');",
      },
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      functions: [
        {
          integration: 'github',
          type: 'sync',
          name: 'issues',
          file: 'github/syncs/issues.ts',
          descriptor: { frequency: 'every hour', version: '1.2.3', models: { Issue: { type: 'object' } } },
        },
        { type: 'action', name: 'act' },
      ],
    });
  });

  it("takes the reference's module name", async () => {
    const source = syncSource().replace('@svc/functions', 'nango');
    expect(await compile({ 'github/syncs/issues.ts': source })).toMatchObject({ exitCode: 0 });
  });

  it('shows every problem at once, each with its place and what to do', async () => {
    const { exitCode, stderr } = await compile({
      'github/syncs/third-party.ts': `import axios from 'axios';\nvoid axios;\n${syncSource()}`,
      'github/syncs/broken.ts': "export default {\n  a: 'text\n};\n",
      'github/syncs/often.ts': syncSource("frequency: 'every 5 seconds',"),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      [
        'github/syncs/third-party.ts:1:19  Functions cannot import "axios"',
        "  > 1 | import axios from 'axios';",
        '      |                   ^',
      ].join('\n'),
    );
    expect(stderr).toContain(
      'They may import files of their project by a relative path, and @svc/functions, zod, crypto and url.',
    );
    expect(stderr).toMatch(/broken\.ts:2:\d+ {2}Unterminated string literal/);
    expect(stderr).toMatch(/often\.ts:8:\d+ {2}sync "often" has a wrong frequency: "every 5 seconds" is too often/);
    expect(stderr).toContain('3 errors: nothing was compiled.');
  });

  it.each([
    ['a package', "import 'lodash';", 'Functions cannot import "lodash"'],
    [
      "a module of Node's",
      "import { readFile } from 'node:fs/promises';\nvoid readFile;",
      'cannot import "node:fs/promises"',
    ],
    ['a package by require', "const a = require('axios'); void a;", 'cannot import "axios"'],
    ['a package by import()', "void import('axios');", 'cannot import "axios"'],
    ['a file outside the project', "import '../../../outside.js';", 'There is no file "../../../outside.js"'],
    ['a file of node_modules', "import '../../node_modules/a/index.js';", 'outside the project'],
    ['a file that is missing', "import './missing.js';", 'There is no file "./missing.js"'],
  ])('refuses to import %s', async (_, line, message) => {
    const [problem] = await problems({
      'node_modules/a/index.js': 'export const a = 1;',
      'github/syncs/issues.ts': `${line}\n${syncSource()}`,
    });
    expect(problem).toMatchObject({
      file: 'github/syncs/issues.ts',
      line: 1,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['no default export', 'export const a = 1;', 'has no default export'],
    [
      'another kind than its folder',
      actionSource(),
      'exports a function of type action, but lies in a folder for another',
    ],
    ['a definition that is none', 'export default { type: "sync" };', 'description must be text'],
    [
      'a model with a small letter',
      syncSource('models: { issue: z.object({ id: z.string() }) },'),
      'the model "issue"',
    ],
    [
      'trackDeletes beside a checkpoint',
      syncSource('trackDeletes: true, checkpoint: z.object({ a: z.string() }),'),
      'trackDeletes',
    ],
    ['a cron expression that is none', syncSource("frequency: 'cron: 0 25 * * *',"), 'not a valid cron expression'],
    ['a time zone that is none', syncSource("frequency: 'cron: 0 6 * * * Europe/Nowhere',"), 'unknown time zone'],
    ['a handler for no webhook', syncSource("webhookSubscriptions: ['*'],"), 'webhookSubscriptions but no onWebhook'],
    ['an endpoint without a slash', syncSource("endpoints: [{ method: 'GET', path: 'issues' }],"), 'wrong endpoint'],
    ['an endless loop while it is loaded', `for (;;);\n${syncSource()}`, 'timed out'],
  ])(
    'refuses a sync with %s',
    async (_, source, message) => {
      const [problem] = await problems({ 'github/syncs/issues.ts': source });
      expect(problem).toMatchObject({ file: 'github/syncs/issues.ts', message: expect.stringContaining(message) });
    },
    30_000,
  );

  it('shows where a file fails while it is loaded', async () => {
    const [problem] = await problems({
      'lib.ts': 'interface A { b?: { c: string } }\n\nexport const read = (a: A): string =>\n  a.b!.c;\n',
      'github/syncs/issues.ts': `import { read } from '../../lib.js';\nread({});\n${syncSource()}`,
    });
    expect(problem).toMatchObject({ file: 'lib.ts', line: 4, message: expect.stringContaining("reading 'c'") });
  });

  it('refuses endpoints that two functions of an integration claim', async () => {
    const endpoints = "endpoints: [{ method: 'GET', path: '/issues' }],";
    const [problem] = await problems({
      'github/syncs/a.ts': syncSource(endpoints),
      'github/syncs/b.ts': syncSource(endpoints).replace('Issue:', 'Other:').replace("'Issue'", "'Other'"),
    });
    expect(problem).toMatchObject({
      file: 'github/syncs/b.ts',
      message: expect.stringContaining('GET /issues is also that of "a"'),
    });
  });

  it.each([
    ["import './github/issues.js';", 'is not where a function lives'],
    ["import 'lodash';", 'is not where a function lives'],
    ["import './github/syncs/none.js';", 'github/syncs/none.ts does not exist'],
    ["import './git+hub/syncs/a.js';", 'git+hub'],
    ["import './github/syncs/a b.js';", 'a b'],
    ['import {', 'Expected'],
  ])('refuses an index with %s', async (index, message) => {
    const [problem] = await problems({
      'git+hub/syncs/a.ts': '',
      'github/syncs/a b.ts': '',
      'index.ts': `// functions\n${index}`,
    });
    expect(problem).toMatchObject({ file: 'index.ts', message: expect.stringContaining(message) });
  });

  it('warns of a function that index.ts forgets, and of two syncs that share a model', async () => {
    project = await createProject({
      'index.ts': "import './github/syncs/a.js';\nimport './github/syncs/b.js';",
      'github/syncs/a.ts': syncSource(),
      'github/syncs/b.ts': syncSource(),
      'github/actions/forgotten.ts': actionSource(),
    });
    const { exitCode, stderr } = await runTool(project.root, ['compile']);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Add: import './github/actions/forgotten.js';");
    expect(stderr).toContain('The model "Issue" is also written by the sync "a"');
  });

  it('says what to do in a folder that is no project, and without a key', async () => {
    project = await createProject();
    expect(await runTool(project.root, ['compile'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/There is no index\.ts in .*\n.*svc init/),
    });
    await project.write({ 'index.ts': '' });
    expect(await runTool(project.root, ['deploy', 'staging-eu'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('SVC_SECRET_KEY_STAGING_EU is not set'),
    });
    await project.write({ '.env': 'SVC_SECRET_KEY_DEV=svc_sk_dev_x\nSVC_HOST=http://127.0.0.1:2\n' });
    expect(await runTool(project.root, ['deploy', 'dev'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/http:\/\/127\.0\.0\.1:2 did not answer.*\n.*SVC_HOST/),
    });
    const env = { SVC_HOST: 'http://127.0.0.1:6666' };
    expect(await runTool(project.root, ['deploy', 'dev'], { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/fetch refuses port 6666.*\n.*port of SVC_HOST/),
    });
    expect((await runTool(project.root, ['deploy'])).exitCode).toBe(2);
    expect((await runTool(project.root, ['nonsense'])).exitCode).toBe(2);
  });

  it('does not write into a folder that is not empty', async () => {
    project = await createProject({ 'mine.txt': 'mine', 'index.ts': '// mine' });
    const refused = await runTool(project.root, ['init']);
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is not empty (index.ts, mine.txt)'),
    });
    expect(await runTool(project.root, ['init', '--yes'])).toMatchObject({ exitCode: 0 });
    expect(await runTool(project.root, ['compile'])).toMatchObject({ exitCode: 0 });
  });
});
