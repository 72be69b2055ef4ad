import type { RollbackOptions } from '../commands/rollback.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineRollback: Define = (program, output) => {
  program
    .command('rollback')
    .argument('[function]', 'only this function: <integration>/<name>; everything when left out')
    .summary('return to earlier versions')
    .description(
      'Return all functions to the state after an earlier deploy, or one function to an earlier version. Shows what would change and asks. At a terminal you choose from the list; otherwise it goes back by one. Running executions end with the version that they started with.',
    )
    .option(...ENVIRONMENT_OPTION)
    .option('--to <id>', 'id of the deploy, or of the version of the function')
    .option('--type <type>', 'sync, action or on-event, where several functions share the name')
    .option('-l, --list', 'only show what one can return to')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      examples(
        ['svc rollback', 'choose a deploy to return to'],
        ['svc rollback github/issues', 'choose a version of one function'],
        ['svc rollback -e prod --yes', 'to the state before the latest deploy, at once'],
      ),
    )
    .action(async (name: string | undefined, options: RollbackOptions) => {
      const { rollbackCommand } = await import('../commands/rollback.command.js');
      await rollbackCommand(name, options, output());
    });
};
