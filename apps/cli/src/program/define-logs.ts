import type { LogsOptions } from '../commands/logs.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineLogs: Define = (program, output) => {
  program
    .command('logs')
    .argument('[operation]', 'id of one operation: shows all of its lines')
    .summary('show what happened')
    .description(
      'Show what an environment did, latest last, with the lines that functions logged: runs of syncs and actions, proxy calls, deploys, authorizations. Functions log from level warn on, unless the gateway is started with SVC_LOGGER_LEVEL=info or debug. With --json, an object a line.',
    )
    .option(...ENVIRONMENT_OPTION)
    .option('-f, --follow', 'go on with what happens, until Ctrl-C')
    .option('-n, --limit <count>', 'at most so many operations', '20')
    .option(
      '-t, --type <types>',
      'only these, separated by commas: sync, action, proxy, auth, webhook, deploy, on-event, dryrun',
    )
    .option('-s, --status <statuses>', 'only these, separated by commas: running, success, failed, cancelled')
    .option('-i, --integration <key>', 'only this integration')
    .option('-c, --connection <id>', 'only this connection')
    .option('--function <name>', 'only this function')
    .option('--since <when>', 'only what began since: 15m, 2h, 1d, or a date in ISO 8601')
    .option('--search <text>', 'only where a line, an error or a name has this text')
    .option('-l, --level <level>', 'lines of this level and above: debug, info, warn, error')
    .option('--no-lines', 'operations without their lines')
    .addHelpText(
      'after',
      examples(
        ['svc logs -f', 'everything in dev, as it happens'],
        ['svc logs -e prod --status failed --since 1h', 'what failed in the last hour'],
        ['svc logs -t sync --function issues -l warn', 'warnings and errors of a sync'],
      ),
    )
    .action(async (operation: string | undefined, options: LogsOptions) => {
      const { logsCommand } = await import('../commands/logs.command.js');
      await logsCommand(operation, options, output());
    });
};
