import type { DeployOptions } from '../commands/deploy.command.js';
import { examples, type Define } from './define.js';

export const defineDeploy: Define = (program, output) => {
  program
    .command('deploy')
    .argument('<environment>', 'environment whose key is in SVC_SECRET_KEY_<ENVIRONMENT>')
    .summary('publish functions')
    .description(
      'Show what would be created, updated and deleted, ask, and publish all of it or nothing. Functions that the environment has and the project has not are deleted; with --sync, --action and --on-event nothing is. Running executions keep the version that they started with.',
    )
    .option('-s, --sync <name>', 'only this sync; deletes nothing')
    .option('-a, --action <name>', 'only this action; deletes nothing')
    .option('--on-event <name>', 'only this on-event function; deletes nothing')
    .option('-i, --integration <key>', 'only the functions of this integration')
    .option('-v, --version <text>', 'version text for every function')
    .option('-y, --yes', 'do not ask')
    .option('--auto-confirm', 'the same as --yes')
    .option('--allow-destructive', 'also do what loses data: delete syncs or models with their records')
    .addHelpText(
      'after',
      examples(
        ['svc deploy dev', 'everything, after a question'],
        ['svc deploy prod --yes --json', 'in CI; refused when data would be lost'],
        ['svc deploy dev -i github -s issues', 'one sync'],
      ),
    )
    .action(async (environment: string, options: DeployOptions & { autoConfirm?: boolean }) => {
      const { deployCommand } = await import('../commands/deploy.command.js');
      const yes = (options.yes ?? false) || (options.autoConfirm ?? false);
      await deployCommand(environment, { ...options, yes }, output());
    });
};
