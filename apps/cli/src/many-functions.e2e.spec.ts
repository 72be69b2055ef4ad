import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { runTool } from './testing/run-tool.js';
import { createProject, type TemporaryProject } from './testing/temporary-project.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const INTEGRATIONS = 30;
const FUNCTIONS_OF_EACH = 10;
/** Six seconds on an idle machine; a test machine may be as busy as it likes. */
const DEADLINE_MS = 120_000;

const MODELS = `import * as z from 'zod';
export const Row = z.object({ id: z.string(), name: z.string(), more: z.record(z.string(), z.unknown()) }).passthrough();
`;
const SHARED = `import type * as z from 'zod';
import type { Row } from '../models.js';
export const toRow = ({ id, title }: { id: number; title: string }): z.infer<typeof Row> => ({ id: \`\${id}\`, name: title, more: {} });
`;
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['**/*.ts'],
});

const syncOf = (number: number): string => `import { createSync, type ProxyConfiguration } from 'nango';
import * as z from 'zod';
import { Row } from '../../models.js';
import { toRow } from '../../shared/to-row.js';
const sync = createSync({
  description: 'Rows', version: '1.0.0', frequency: 'every hour', models: { Row${number}: Row },
  metadata: z.object({ team: z.string() }), checkpoint: z.object({ since: z.string() }),
  exec: async (nango) => {
    const { team } = await nango.getMetadata();
    const config: ProxyConfiguration = { endpoint: \`/teams/\${team}\`, retries: 10, paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'limit', limit: 100 } };
    for await (const page of nango.paginate<{ id: number; title: string }>(config)) await nango.batchSave(page.map(toRow), 'Row${number}');
    await nango.saveCheckpoint({ since: new Date().toISOString() });
  },
});
export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
`;
const ACTION = `import { createAction } from 'nango';
import * as z from 'zod';
import { Row } from '../../models.js';
import { toRow } from '../../shared/to-row.js';
export default createAction({
  description: 'Makes a row', input: z.object({ title: z.string() }), output: Row,
  exec: async (nango, input): Promise<z.infer<typeof Row>> => {
    const { data } = await nango.post<{ id: number; title: string }>({ endpoint: '/rows', data: input, retries: 3 });
    if (!data) throw new nango.ActionError({ message: 'nothing' });
    return toRow(data);
  },
});
`;

const manyFunctions = (): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: INTEGRATIONS * FUNCTIONS_OF_EACH }, (_, index) => {
      const [integration, number] = [Math.floor(index / FUNCTIONS_OF_EACH), index % FUNCTIONS_OF_EACH];
      const isSync = number % 2 === 0;
      const file = `integration-${integration}/${isSync ? 'syncs' : 'actions'}/function-${number}.ts`;
      return [file, isSync ? syncOf(number) : ACTION];
    }),
  );

describe('a project of hundreds of functions', () => {
  let project: TemporaryProject;

  beforeAll(async () => {
    const functions = manyFunctions();
    const imports = Object.keys(functions).map((file) => `import './${file.replace(/\.ts$/, '.js')}';\n`);
    project = await createProject({
      'index.ts': imports.join(''),
      'models.ts': MODELS,
      'shared/to-row.ts': SHARED,
      'tsconfig.json': TSCONFIG,
      'package.json': '{ "type": "module" }',
      ...functions,
    });
    await symlink(path.join(ROOT, 'node_modules'), path.join(project.root, 'node_modules'));
  });
  afterAll(() => project?.remove());

  it(
    'compiles in one go, its types included',
    async () => {
      const { exitCode, stdout } = await runTool(project.root, ['compile', '--json']);
      const outcome = JSON.parse(stdout);
      expect({ exitCode, typesChecked: outcome.typesChecked }).toEqual({ exitCode: 0, typesChecked: true });
      expect(outcome.functions).toHaveLength(INTEGRATIONS * FUNCTIONS_OF_EACH);
    },
    DEADLINE_MS,
  );

  it(
    'names the one line that is wrong among them',
    async () => {
      const file = 'integration-7/syncs/function-4.ts';
      await project.write({ [file]: syncOf(4).replace("'Row4')", "'Row5')") });
      const { exitCode, stdout } = await runTool(project.root, ['compile', '--json']);
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout).error.diagnostics).toMatchObject([{ file, line: 11, severity: 'error' }]);
    },
    DEADLINE_MS,
  );
});
