#!/usr/bin/env node
import { COMMAND_NAME } from '@svc/contracts';
import { Command, CommanderError, Option } from 'commander';
import { compileCommand } from './commands/compile.command.js';
import { deployCommand, type DeployOptions } from './commands/deploy.command.js';
import { dryrunCommand, type DryrunOptions } from './commands/dryrun.command.js';
import { initCommand, type InitOptions } from './commands/init.command.js';
import { Output } from './output.js';
import { CLI_VERSION } from './version.js';

const program = new Command(COMMAND_NAME)
  .description('Write, check, try and deploy functions of the Integration Gateway.')
  .version(CLI_VERSION, '--cli-version', 'print the version of this tool')
  .option('--json', 'print one JSON value instead of text')
  .exitOverride()
  .showHelpAfterError('Run with --help to see what there is.');

const output = (): Output => new Output(program.opts<{ json?: boolean }>().json ?? false);

program
  .command('init')
  .argument('[directory]', 'folder to create', '.')
  .description('create a folder of functions with an example that compiles and deploys')
  .option('--host <url>', 'address of the gateway; SVC_HOST when missing')
  .option('-i, --integration <key>', 'integration that the example is for', 'gateway')
  .option('-y, --yes', 'write into a folder that is not empty')
  .action((directory: string, options: InitOptions) => initCommand(directory, options, output()));

program
  .command('version')
  .description('print the version of this tool')
  .action(() => {
    output().line(CLI_VERSION);
    output().result({ version: CLI_VERSION });
  });

program
  .command('compile')
  .description('check types, imports and definitions of every function')
  .action(() => compileCommand(output()));

program
  .command('deploy')
  .argument('<environment>', 'environment whose key is in SVC_SECRET_KEY_<ENVIRONMENT>')
  .description('publish functions: all of them or nothing')
  .option('-v, --version <text>', 'version text for every function')
  .option('-s, --sync <name>', 'only this sync; deletes nothing')
  .option('-a, --action <name>', 'only this action; deletes nothing')
  .option('--on-event <name>', 'only this on-event function; deletes nothing')
  .option('-i, --integration <key>', 'only the functions of this integration')
  .option('-y, --yes', 'do not ask')
  .option('--auto-confirm', 'the same as --yes')
  .option('--allow-destructive', 'delete functions without asking when CI is set')
  .action((environment: string, options: DeployOptions & { autoConfirm?: boolean }) =>
    deployCommand(environment, { ...options, yes: (options.yes ?? false) || (options.autoConfirm ?? false) }, output()),
  );

program
  .command('dryrun')
  .argument('<function>', 'name of the function')
  .argument('<connection-id>', 'connection to run against')
  .description('run a function on this machine against a real connection; nothing is written')
  .requiredOption('-e, --environment <environment>', 'environment of the connection')
  .option('-i, --integration-id <key>', 'integration, where several have a function of this name')
  .addOption(new Option('--type <type>', 'where several kinds have this name').choices(['sync', 'action', 'on-event']))
  .option('--input <json>', 'input of an action: JSON, or @file')
  .option('--metadata <json>', "metadata instead of the connection's: JSON, or @file")
  .option('--checkpoint <json>', 'checkpoint to start from: JSON, or @file')
  .option('--variant <name>', 'variant of the sync', 'base')
  .option('--last-sync-date <date>', 'start of the last successful run, ISO 8601')
  .option('--timeout <seconds>', 'longest run', '900')
  .action((name: string, connectionId: string, options: DryrunOptions) =>
    dryrunCommand(name, connectionId, options, output()),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 1;
  } else {
    output().fail(error);
    process.exitCode = 1;
  }
}
