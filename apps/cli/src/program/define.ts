import type { Command } from 'commander';
import type { Output } from '../terminal/output.js';

/** Adds a command to the program. What it does is imported only when it is run, so that `--help` is quick. */
export type Define = (program: Command, output: () => Output) => void;

/** Shown below the options of a command's help. */
export function examples(...lines: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`).join('\n')}\n`;
}

/** Option of every command that talks to an environment. */
export const ENVIRONMENT_OPTION = [
  '-e, --environment <name>',
  'environment whose key is in SVC_SECRET_KEY_<NAME>',
  'dev',
] as const;
