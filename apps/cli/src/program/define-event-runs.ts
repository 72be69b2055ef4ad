import { Option } from 'commander';
import type { EventRunsOptions } from '../commands/event-runs.command.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

export const defineEventRuns: Define = (program, output) => {
  program
    .command('event-runs')
    .argument('[run]', 'id of one run: shows what it changed, why it failed, and where its log is')
    .summary('show functions that ran because something happened')
    .description(
      'Show runs of on-event functions, and of what syncs do with webhooks of their provider (onWebhook), latest first: queued, running, succeeded, failed, or skipped where function or connection were gone by then. Needs the scope environment:logs:read.',
    )
    .option(...ENVIRONMENT_OPTION)
    .addOption(new Option('-t, --type <type>', 'only what was called for by').choices(['on-event', 'webhook']))
    .addOption(
      new Option('-s, --status <status>', 'only with this status').choices([
        'queued',
        'running',
        'succeeded',
        'failed',
        'skipped',
      ]),
    )
    .option('--function <name>', 'only of this on-event function, or this sync')
    .option('--event <event>', "only for this lifecycle event, or this type of the provider's webhooks")
    .option('-i, --integration <key>', 'only of this integration')
    .option('-c, --connection <id>', 'only for this connection')
    .option('--since <when>', 'only of events since then: 15m, 2h, 1d, or a date in ISO 8601')
    .option('--until <when>', 'only of events before then')
    .option('-n, --limit <count>', 'at most so many', '20')
    .option('--cursor <cursor>', 'go on where a list before ended')
    .addHelpText(
      'after',
      examples(
        ['svc event-runs -s failed --since 1d', 'what failed in the last day'],
        ['svc event-runs -t webhook --function issues', 'webhooks that a sync handled'],
        ['svc event-runs 42', 'one run'],
      ),
    )
    .action(async (id: string | undefined, options: EventRunsOptions) => {
      const { eventRunsCommand } = await import('../commands/event-runs.command.js');
      await eventRunsCommand(id, options, output());
    });
};
