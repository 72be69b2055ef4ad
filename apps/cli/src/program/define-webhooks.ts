import type { Command } from 'commander';
import type { DeliveriesOptions, EventsOptions, InboundOptions } from '../commands/webhooks.command.js';
import type { RedeliverSinceOptions, WebhooksOptions } from '../commands/redeliver.command.js';
import type { Output } from '../terminal/output.js';
import { ENVIRONMENT_OPTION, examples, type Define } from './define.js';

const LIMIT_OPTION = ['-n, --limit <count>', 'at most so many', '20'] as const;
const SINCE_OPTION = ['--since <when>', 'written since then: 15m, 2h, 1d, or a date in ISO 8601'] as const;
const UNTIL_OPTION = ['--until <when>', 'written before then'] as const;
const CURSOR_OPTION = ['--cursor <cursor>', 'go on where a list before ended'] as const;

export const defineWebhooks: Define = (program, output) => {
  const webhooks = program
    .command('webhooks')
    .summary('what was sent and received')
    .description(
      'Show the webhooks that an environment sent and received, send them again, and hold back what goes to an address. Showing needs the scope environment:webhooks:read, everything else environment:webhooks:write.',
    );
  defineLists(webhooks, output);
  defineRedelivery(webhooks, output);
  defineEndpoints(webhooks, output);
  defineInbound(webhooks, output);
};

function defineLists(webhooks: Command, output: () => Output): void {
  webhooks
    .command('events')
    .argument('[event]', 'id of one event: shows its body and deliveries')
    .description('Show the events that were to be sent, latest first.')
    .option(...ENVIRONMENT_OPTION)
    .option('-t, --type <type>', 'only this type: auth, sync, forward, async_action, webhook_delivery, test')
    .option('-c, --connection <id>', 'only about this connection')
    .option('-s, --status <status>', 'only with a delivery that is: pending, delivered, dead')
    .option(...SINCE_OPTION)
    .option(...UNTIL_OPTION)
    .option(...LIMIT_OPTION)
    .option(...CURSOR_OPTION)
    .addHelpText('after', examples(['svc webhooks events -t sync', 'the latest of syncs']))
    .action(async (id: string | undefined, options: EventsOptions) => {
      const { eventsCommand } = await import('../commands/webhooks.command.js');
      await eventsCommand(id, options, output());
    });
  webhooks
    .command('deliveries')
    .argument('[delivery]', 'id of one delivery: shows its attempts')
    .description('Show the deliveries of events to addresses, latest first.')
    .option(...ENVIRONMENT_OPTION)
    .option('--event <id>', 'only of this event')
    .option('--endpoint <id>', 'only to this endpoint')
    .option('-s, --status <status>', 'only these: pending, delivered, dead')
    .option(...SINCE_OPTION)
    .option(...UNTIL_OPTION)
    .option(...LIMIT_OPTION)
    .option(...CURSOR_OPTION)
    .addHelpText(
      'after',
      examples(
        ['svc webhooks deliveries -e prod -s dead', 'what was given up'],
        ['svc webhooks deliveries 42', 'each attempt with the status, time and beginning of the answer'],
      ),
    )
    .action(async (id: string | undefined, options: DeliveriesOptions) => {
      const { deliveriesCommand } = await import('../commands/webhooks.command.js');
      await deliveriesCommand(id, options, output());
    });
}

function defineRedelivery(webhooks: Command, output: () => Output): void {
  webhooks
    .command('redeliver')
    .argument('<delivery>', 'id of the delivery')
    .description('Send one delivery again, whatever became of it.')
    .option(...ENVIRONMENT_OPTION)
    .addHelpText('after', examples(['svc webhooks redeliver 42', 'with the same event id']))
    .action(async (id: string, options: WebhooksOptions) => {
      const { redeliverCommand } = await import('../commands/redeliver.command.js');
      await redeliverCommand(id, options, output());
    });
  webhooks
    .command('redeliver-since')
    .argument('<when>', '15m, 2h, 1d, or a date in ISO 8601')
    .description('Send everything again that was written since then. Says how much it is and asks first.')
    .option(...ENVIRONMENT_OPTION)
    .option('--endpoint <id>', 'only to this endpoint; to every one when left out')
    .option('-s, --status <status>', 'only what ended so: delivered, dead')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples(['svc webhooks redeliver-since 1d -s dead', 'what was given up in the last day']))
    .action(async (when: string, options: RedeliverSinceOptions) => {
      const { redeliverSinceCommand } = await import('../commands/redeliver.command.js');
      await redeliverSinceCommand(when, options, output());
    });
  webhooks
    .command('test')
    .description('Send an event of the type test to every address of the environment.')
    .option(...ENVIRONMENT_OPTION)
    .addHelpText('after', examples(['svc webhooks test', 'then: svc webhooks deliveries']))
    .action(async (options: WebhooksOptions) => {
      const { testWebhookCommand } = await import('../commands/redeliver.command.js');
      await testWebhookCommand(options, output());
    });
}

function defineEndpoints(webhooks: Command, output: () => Output): void {
  webhooks
    .command('endpoints')
    .description('Show every address that webhooks went to, and its health.')
    .option(...ENVIRONMENT_OPTION)
    .option(...LIMIT_OPTION)
    .option(...CURSOR_OPTION)
    .addHelpText('after', examples(['svc webhooks endpoints -e prod', 'open, failing, parked or paused']))
    .action(async (options: EventsOptions) => {
      const { endpointsCommand } = await import('../commands/webhooks.command.js');
      await endpointsCommand(options, output());
    });
  const changes = [
    ['pause', 'Send nothing more to an endpoint until it is resumed; what comes meanwhile waits.'],
    ['resume', 'Go on with what waits for an endpoint, also when it counted as down.'],
  ] as const;
  for (const [change, description] of changes)
    webhooks
      .command(change)
      .argument('<endpoint>', 'id of the endpoint')
      .description(description)
      .option(...ENVIRONMENT_OPTION)
      .addHelpText('after', examples([`svc webhooks ${change} <id>`, 'ids: svc webhooks endpoints']))
      .action(async (id: string, options: WebhooksOptions) => {
        const { changeEndpointCommand } = await import('../commands/redeliver.command.js');
        await changeEndpointCommand(change, id, options, output());
      });
}

function defineInbound(webhooks: Command, output: () => Output): void {
  webhooks
    .command('inbound')
    .argument('[webhook]', 'id of one webhook: shows its headers and body')
    .description('Show what providers sent, latest first.')
    .option(...ENVIRONMENT_OPTION)
    .option('-i, --integration <key>', 'only of this integration')
    .option('-c, --connection <id>', 'only for this connection; needs --integration')
    .option('-s, --status <status>', 'only these: received, dispatched, unmatched, ignored, failed')
    .option(...LIMIT_OPTION)
    .option(...CURSOR_OPTION)
    .addHelpText('after', examples(['svc webhooks inbound -s failed', 'what could not be read']))
    .action(async (id: string | undefined, options: InboundOptions) => {
      const { inboundCommand } = await import('../commands/webhooks.command.js');
      await inboundCommand(id, options, output());
    });
  webhooks
    .command('replay')
    .argument('<webhook>', 'id of a webhook that a provider sent')
    .description('Handle a webhook of a provider again, as if it had just come.')
    .option(...ENVIRONMENT_OPTION)
    .addHelpText('after', examples(['svc webhooks replay 42', 'ids: svc webhooks inbound']))
    .action(async (id: string, options: WebhooksOptions) => {
      const { replayCommand } = await import('../commands/redeliver.command.js');
      await replayCommand(id, options, output());
    });
}
