import type { CreateOptions } from '../commands/create.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineCreate: Define = (program, output) => {
  program
    .command('create')
    .argument('[integration]', "unique key of the integration: the folder's name")
    .argument('[name]', 'name of the function')
    .summary('add a function')
    .description(
      'Add a function to the project and its import to index.ts. What is left out is asked for at a terminal.',
    )
    .option('--sync', 'a sync: fetches records on a schedule')
    .option('--action', 'an action: does something on demand')
    .option('--on-event', 'an on-event function: follows the life of a connection')
    .option('-t, --template <provider/name>', "copy a template of the gateway's; with only a provider: list them")
    .option(...ENVIRONMENT_OPTION)
    .addHelpText(
      'after',
      examples(
        ['svc create', 'asks for everything'],
        ['svc create --sync github issues', 'github/syncs/issues.ts'],
        ['svc create --template github', 'what templates there are for GitHub'],
        ['svc create --template github/issues my-github', 'my-github/syncs/issues.ts from a template'],
      ),
    )
    .action(async (integration: string | undefined, name: string | undefined, options: CreateOptions) => {
      const { createCommand } = await import('../commands/create.command.js');
      await createCommand({ integration, name }, options, output());
    });
};
