import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of functions that a test has for itself. */
export interface TemporaryProject {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

export async function createProject(files: Readonly<Record<string, string>> = {}): Promise<TemporaryProject> {
  const root = await mkdtemp(path.join(tmpdir(), 'functions-'));
  const project: TemporaryProject = {
    root,
    write: async (changed) => {
      for (const [file, text] of Object.entries(changed)) {
        await mkdir(path.dirname(path.join(root, file)), { recursive: true });
        await writeFile(path.join(root, file), text);
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
  await project.write(files);
  return project;
}

/** A sync that compiles; `fields` come after its own and win. */
export const syncSource = (fields = ''): string => `import { createSync } from '@svc/functions';
import * as z from 'zod';
export default createSync({
  description: 'Issues',
  frequency: 'every hour',
  models: { Issue: z.object({ id: z.string() }) },
  exec: async (svc) => { await svc.batchSave([{ id: '1' }], 'Issue'); },
  ${fields}
});
`;

/** An action that compiles. */
export const actionSource = (exec = 'async () => undefined'): string => `import { createAction } from '@svc/functions';
import * as z from 'zod';
export default createAction({ description: 'Acts', input: z.any(), output: z.any(), exec: ${exec} });
`;
