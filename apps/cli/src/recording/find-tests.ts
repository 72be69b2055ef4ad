import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { testedFunction } from './test-file.js';

/** A recording, and the file of the function that it is of. Both relative to the project, with forward slashes. */
export interface FoundTest {
  readonly file: string;
  readonly functionFile: string;
}

/** The recordings of a project, in the order of their names. */
export function findTests(root: string): FoundTest[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .flatMap((integration) =>
      ['syncs', 'actions', 'on-events'].flatMap((folder) => {
        const directory = path.join(root, integration.name, folder);
        if (!existsSync(directory)) return [];
        return readdirSync(directory).map((file) => `${integration.name}/${folder}/${file}`);
      }),
    )
    .flatMap((file) => {
      const functionFile = testedFunction(file);
      return functionFile === undefined ? [] : [{ file, functionFile }];
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
