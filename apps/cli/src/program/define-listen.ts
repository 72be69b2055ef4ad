import type { ListenOptions } from '../commands/listen.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineListen: Define = (program, output) => {
  program
    .command('listen')
    .summary('forward webhooks to a local address')
    .description(
      'Send the webhooks of an environment to an address of this machine while you develop, until Ctrl-C: each once, with the body that the gateway sends, whatever addresses the environment has. Signed when SVC_WEBHOOK_SIGNING_KEY_<ENVIRONMENT> holds the signing key of the environment. Headers of a provider that are passed on with a forwarded webhook are left out. Needs the scope environment:webhooks:read. With --json, an object a line.',
    )
    .option(...ENVIRONMENT_OPTION)
    .requiredOption('--to <url>', 'where they go, such as http://localhost:4000/hook')
    .option('-t, --types <types>', 'only these, separated by commas: auth, sync, forward, async_action, test')
    .option('--since <when>', 'also those since: 15m, 2h, 1d, or a date in ISO 8601; only new ones when left out')
    .addHelpText(
      'after',
      examples(
        ['svc listen --to http://localhost:4000/hook', 'everything in dev, from now on'],
        ['svc listen --to http://localhost:4000/hook -t sync --since 1h', 'syncs, also of the last hour'],
      ),
    )
    .action(async (options: ListenOptions) => {
      const { listenCommand } = await import('../commands/listen.command.js');
      await listenCommand(options, output());
    });
};
