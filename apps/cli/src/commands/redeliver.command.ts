import {
  inboundWebhookResponseSchema,
  redeliveredWebhooksSchema,
  webhookDeliveryResponseSchema,
  webhookEndpointResponseSchema,
  webhookEndpointSchema,
  webhookEventResponseSchema,
} from '@svc/contracts';
import { CliError } from '../cli-error.js';
import type { GatewayApi } from '../gateway-api.js';
import { gatewayOf } from '../project/gateway-of.js';
import { confirm } from '../terminal/confirm.js';
import { momentOption } from '../terminal/moment-option.js';
import type { Output } from '../terminal/output.js';
import { readPages } from '../paging/page-reader.js';

export interface WebhooksOptions {
  readonly environment: string;
}

export interface RedeliverSinceOptions extends WebhooksOptions {
  readonly endpoint?: string;
  readonly status?: string;
  readonly yes?: boolean;
}

const part = (id: string): string => encodeURIComponent(id);

/** `svc webhooks redeliver`: one delivery. */
export async function redeliverCommand(id: string, { environment }: WebhooksOptions, output: Output): Promise<void> {
  const answer = await gatewayOf(environment).post(`/webhook-deliveries/${part(id)}/redeliver`, {});
  const { data } = webhookDeliveryResponseSchema.parse(answer);
  output.line(`Delivery ${data.id} is sent again.`);
  output.result({ delivery: data });
}

/** `svc webhooks redeliver-since`: everything, to one endpoint or to all; says how much it is and asks. */
export async function redeliverSinceCommand(
  when: string,
  { environment, endpoint, status, yes }: RedeliverSinceOptions,
  output: Output,
): Promise<void> {
  const api = gatewayOf(environment);
  const body = { since: momentOption('since', when), status };
  const ids = endpoint === undefined ? await endpointIds(api) : [endpoint];
  const send = async (isDryRun: boolean): Promise<number> => {
    let count = 0;
    for (const id of ids) {
      const answer = await api.post(`/webhook-endpoints/${part(id)}/redeliver`, { ...body, dry_run: isDryRun });
      count += redeliveredWebhooksSchema.parse(answer).data.count;
    }
    return count;
  };
  const wanted = await output.during('Counting', send(true));
  if (wanted > 0 && !yes && !(await confirm(`Send ${deliveries(wanted)} of "${environment}" again?`)))
    throw new CliError('Nothing was sent again.', { code: 'declined' });
  const count = wanted === 0 ? 0 : await output.during('Redelivering', send(false));
  output.line(count === 0 ? 'There is nothing to send again.' : `Sending ${deliveries(count)} again.`);
  output.result({ count });
}

const deliveries = (count: number): string => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

async function endpointIds(api: GatewayApi): Promise<string[]> {
  const list = { path: '/webhook-endpoints', item: webhookEndpointSchema, query: {}, limit: Infinity };
  return (await readPages(api, list)).data.map(({ id }) => id);
}

/** `svc webhooks pause` and `resume`. */
export async function changeEndpointCommand(
  change: 'pause' | 'resume',
  id: string,
  { environment }: WebhooksOptions,
  output: Output,
): Promise<void> {
  const answer = await gatewayOf(environment).post(`/webhook-endpoints/${part(id)}/${change}`, {});
  const { data } = webhookEndpointResponseSchema.parse(answer);
  output.line(`${data.url} is ${data.state}.`);
  output.result({ endpoint: data });
}

/** `svc webhooks test`: an event of the type `test`. */
export async function testWebhookCommand({ environment }: WebhooksOptions, output: Output): Promise<void> {
  const { data } = webhookEventResponseSchema.parse(await gatewayOf(environment).post('/webhook-events/test', {}));
  const count = data.deliveries.length;
  output.line(`Event ${data.id} goes to ${count} ${count === 1 ? 'address' : 'addresses'}.`);
  output.result({ event: data });
}

/** `svc webhooks replay`: a webhook of a provider. */
export async function replayCommand(id: string, { environment }: WebhooksOptions, output: Output): Promise<void> {
  const answer = await gatewayOf(environment).post(`/inbound-webhooks/${part(id)}/replay`, {});
  const { data } = inboundWebhookResponseSchema.parse(answer);
  output.line(`Webhook ${data.id} is handled again.`);
  output.result({ webhook: data });
}
