import { existsSync } from 'node:fs';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.js';

/** The file that imports every function. */
export const INDEX_FILE = 'index.ts';

/** A folder of functions. */
export interface Project {
  /** Absolute path, free of symbolic links. */
  readonly root: string;
}

/** The project in a directory. */
export function openProject(directory: string): Project {
  const root = path.resolve(directory);
  if (existsSync(path.join(root, INDEX_FILE))) return { root: realpathSync(root) };
  throw new CliError(`There is no ${INDEX_FILE} in ${root}, so this is not a folder of functions.`, {
    code: 'no_project',
    hint: 'Change into the folder that "svc init" made, or run "svc init" to make one.',
  });
}
