import type { DevOptions } from '../commands/dev.command.js';
import { examples, type Define } from './define.js';

export const defineDev: Define = (program, output) => {
  program
    .command('dev')
    .argument('[environment]', 'environment whose key is in SVC_SECRET_KEY_<ENVIRONMENT>', 'dev')
    .summary('deploy on every save')
    .description(
      'Watch the project: compile and deploy what changed on every save, and follow the logs, until Ctrl-C. Errors are shown and the watching goes on. Nothing is deleted: functions that were removed stay until "svc deploy".',
    )
    .option('-i, --integration <key>', 'only the functions of this integration')
    .option('--no-logs', 'do not follow the logs')
    .addHelpText('after', examples(['svc dev', 'everything, in dev'], ['svc dev staging -i github', 'one integration']))
    .action(async (environment: string, options: DevOptions) => {
      const { devCommand } = await import('../commands/dev.command.js');
      await devCommand(environment, options, output());
    });
};
