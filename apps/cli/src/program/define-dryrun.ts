import { Option } from 'commander';
import type { DryrunOptions } from '../commands/dryrun.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineDryrun: Define = (program, output) => {
  program
    .command('dryrun')
    .argument('<function>', 'name of the function')
    .argument('<connection-id>', 'connection to run against')
    .summary('try a function against a real connection')
    .description(
      'Run a function on this machine against a real connection: its calls go through the gateway to the provider, and what it would write is shown instead of written. Calls that change something at the provider do change it, and deployed actions that it triggers do run.',
    )
    .option(...ENVIRONMENT_OPTION)
    .option('-i, --integration-id <key>', 'integration, where several have a function of this name')
    .addOption(
      new Option('--type <type>', 'where several kinds have this name').choices(['sync', 'action', 'on-event']),
    )
    .option('--input <json>', 'input of an action: JSON, or @file')
    .option('--metadata <json>', "metadata instead of the connection's: JSON, or @file")
    .option('--checkpoint <json>', 'checkpoint to start from: JSON, or @file')
    .option('--variant <name>', 'variant of the sync', 'base')
    .option('--last-sync-date <date>', 'start of the last successful run, ISO 8601')
    .option('--validate', 'fail when records, checkpoint or metadata do not match their schemas')
    .option('--save [case]', 'record answers and result as a test, <function>[.<case>].test.json')
    .option('--diagnostics', 'show calls, time and memory')
    .option('--timeout <seconds>', 'longest run', '900')
    .addHelpText(
      'after',
      examples(
        ['svc dryrun issues user-1', 'a sync, for a connection of dev'],
        [`svc dryrun create-issue user-1 --input '{"title":"Hi"}'`, 'an action with its input'],
        ['svc dryrun create-issue user-1 --input @input.json --save', 'recorded as a test'],
        [`svc dryrun issues user-1 --checkpoint '{"since":"2026-01-01"}' --validate`, 'from a checkpoint'],
      ),
    )
    .action(async (name: string, connectionId: string, options: DryrunOptions) => {
      const { dryrunCommand } = await import('../commands/dryrun.command.js');
      await dryrunCommand(name, connectionId, options, output());
    });
};
