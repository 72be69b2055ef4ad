import type { Command } from 'commander';
import { createProgram } from './program/create-program.js';

const WIDTH = 110;

/** The page `docs/reference/cli.md`: the help of every command, as the tool prints it. */
export function cliReferencePage(): string {
  const program = createProgram();
  const [main, ...commands] = withInner(program);
  return [
    '# The command-line tool',
    '',
    'Made from the help of the commands by `npm run generate`. The tool is installed from the gateway itself; see',
    '[getting started](../guides/getting-started.md). Inside a project, `npm run svc -- <command>` runs any of them.',
    '',
    ...section(main, '## All commands'),
    ...commands.flatMap((command) => section(command, `## ${pathOf(command)}`)),
  ].join('\n');
}

const withInner = (command: Command): Command[] => [command, ...command.commands.flatMap((inner) => withInner(inner))];

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

function section(command: Command | undefined, title: string): string[] {
  return command ? [title, '', '```', helpOf(command).trim(), '```', ''] : [];
}

function helpOf(command: Command): string {
  let text = '';
  command.configureHelp({ ...command.configureHelp(), helpWidth: WIDTH, showGlobalOptions: false });
  command.configureOutput({ writeOut: (part) => (text += part), getOutHasColors: () => false });
  command.outputHelp();
  return text;
}
