import { CLI_VERSION } from '../version.js';
import type { Define } from './define.js';

export const defineVersion: Define = (program, output) => {
  program
    .command('version')
    .description('Print the version of this tool.')
    .action(() => {
      output().line(CLI_VERSION);
      output().result({ version: CLI_VERSION });
    });
};
