import type { EnvOptions, EnvSetOptions } from '../commands/env.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineEnv: Define = (program, output) => {
  const env = program
    .command('env')
    .summary('variables that functions read')
    .description(
      'Show and change the variables that functions read with getEnvironmentVariables. Logs never show their values.',
    );
  env
    .command('list')
    .description('List the variables. Values are hidden.')
    .option(...ENVIRONMENT_OPTION)
    .option('--show-values', 'show the values too')
    .addHelpText('after', examples(['svc env list -e prod', 'names']))
    .action(async (options: EnvOptions & { showValues?: boolean }) => {
      const { listVariables } = await import('../commands/env.command.js');
      await listVariables(options, output());
    });
  env
    .command('set')
    .argument('<name>', 'name of the variable')
    .argument('[value]', 'value; asked for without echo at a terminal, or read from the standard input')
    .description('Set a variable. Functions see it from their next run on.')
    .option(...ENVIRONMENT_OPTION)
    .addHelpText(
      'after',
      examples(
        ['svc env set REGION eu', 'in dev'],
        ['svc env set API_TOKEN -e prod', 'asks, so that it is in no history'],
        ['svc env set API_TOKEN < token.txt', 'from a file'],
      ),
    )
    .action(async (name: string, value: string | undefined, options: EnvSetOptions) => {
      const { setVariable } = await import('../commands/env.command.js');
      await setVariable(name, value, options, output());
    });
  env
    .command('unset')
    .argument('<name>', 'name of the variable')
    .description('Remove a variable.')
    .option(...ENVIRONMENT_OPTION)
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples(['svc env unset REGION', 'in dev, after a question']))
    .action(async (name: string, options: EnvOptions & { yes?: boolean }) => {
      const { unsetVariable } = await import('../commands/env.command.js');
      await unsetVariable(name, options, output());
    });
};
