import type { StatusOptions } from '../commands/status.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineStatus: Define = (program, output) => {
  program
    .command('status')
    .summary('show syncs and their last runs')
    .description(
      'Show every sync of every connection: its status, its last run, the records that it keeps, and why it failed. Ends with exit code 1 with --fail-on-error when one of them is in error.',
    )
    .option(...ENVIRONMENT_OPTION)
    .option('-i, --integration <key>', 'only this integration')
    .option('-c, --connection <id>', 'only this connection')
    .option('--fail-on-error', 'exit code 1 when a sync is in error')
    .addHelpText(
      'after',
      examples(['svc status', 'everything in dev'], ['svc status -e prod -i github --fail-on-error', 'for a monitor']),
    )
    .action(async (options: StatusOptions) => {
      const { statusCommand } = await import('../commands/status.command.js');
      await statusCommand(options, output());
    });
};
