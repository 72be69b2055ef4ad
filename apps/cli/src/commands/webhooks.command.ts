import {
  inboundWebhookResponseSchema,
  inboundWebhookSchema,
  webhookDeliveryResponseSchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookEventResponseSchema,
  webhookEventSchema,
  type InboundWebhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@svc/contracts';
import { printTable, showList, timeRangeOf, type ListOptions, type TimeRangeOptions } from '../paging/show-list.js';
import { gatewayOf } from '../project/gateway-of.js';
import { ago } from '../terminal/ago.js';
import type { Output } from '../terminal/output.js';

export interface EventsOptions extends ListOptions, TimeRangeOptions {
  readonly type?: string;
  readonly connection?: string;
  readonly status?: string;
}

export interface DeliveriesOptions extends ListOptions, TimeRangeOptions {
  readonly event?: string;
  readonly endpoint?: string;
  readonly status?: string;
}

export interface InboundOptions extends ListOptions {
  readonly integration?: string;
  readonly connection?: string;
  readonly status?: string;
}

/** `svc webhooks events`: what was to be sent. */
export async function eventsCommand(id: string | undefined, options: EventsOptions, output: Output): Promise<void> {
  if (id !== undefined) {
    const path = `/webhook-events/${encodeURIComponent(id)}`;
    const { data } = webhookEventResponseSchema.parse(await gatewayOf(options.environment).getExact(path));
    output.line(`${output.paint('bold', data.type)} ${data.connection_id ?? ''} ${data.created_at}`);
    output.line(JSON.stringify(data.payload, null, 2));
    if (data.deliveries.length > 0) printTable(DELIVERY_HEAD, data.deliveries.map(deliveryRow), output);
    output.result({ event: data });
    return;
  }
  const { type, connection, status } = options;
  const query = { type, connection_id: connection, status, ...timeRangeOf(options) };
  await showList(options, output, {
    list: { path: '/webhook-events', item: webhookEventSchema, query },
    head: ['EVENT', 'TYPE', 'CONNECTION', 'WRITTEN'],
    rowOf: (event) => [event.id, event.type, event.connection_id ?? '-', ago(event.created_at)],
  });
}

/** `svc webhooks deliveries`: what became of it at each address. */
export async function deliveriesCommand(
  id: string | undefined,
  options: DeliveriesOptions,
  output: Output,
): Promise<void> {
  if (id !== undefined) {
    const path = `/webhook-deliveries/${encodeURIComponent(id)}`;
    const { data } = webhookDeliveryResponseSchema.parse(await gatewayOf(options.environment).get(path));
    printTable(DELIVERY_HEAD, [deliveryRow(data)], output);
    for (const attempt of data.attempt_log) output.line(`\n${attemptText(attempt)}`);
    output.result({ delivery: data });
    return;
  }
  const { event, endpoint, status } = options;
  const query = { event_id: event, endpoint_id: endpoint, status, ...timeRangeOf(options) };
  await showList(options, output, {
    list: { path: '/webhook-deliveries', item: webhookDeliverySchema, query },
    head: DELIVERY_HEAD,
    rowOf: deliveryRow,
  });
}

/** `svc webhooks endpoints`: addresses and their health. */
export async function endpointsCommand(options: ListOptions, output: Output): Promise<void> {
  await showList(options, output, {
    list: { path: '/webhook-endpoints', item: webhookEndpointSchema, query: {} },
    head: ['ENDPOINT', 'URL', 'STATE', 'LAST SUCCESS', 'LAST ERROR'],
    rowOf: endpointRow,
  });
}

/** `svc webhooks inbound`: what providers sent. */
export async function inboundCommand(id: string | undefined, options: InboundOptions, output: Output): Promise<void> {
  if (id !== undefined) {
    const path = `/inbound-webhooks/${encodeURIComponent(id)}`;
    const { data } = inboundWebhookResponseSchema.parse(await gatewayOf(options.environment).get(path));
    printTable(INBOUND_HEAD, [inboundRow(data)], output);
    if (data.error !== null) output.line(output.paint('red', data.error));
    for (const [name, value] of Object.entries(data.headers))
      output.line(`${output.paint('dim', `${name}:`)} ${value}`);
    output.line(`\n${data.body.content}`);
    output.result({ webhook: data });
    return;
  }
  const { integration, connection, status } = options;
  const query = { provider_config_key: integration, connection_id: connection, status };
  await showList(options, output, {
    list: { path: '/inbound-webhooks', item: inboundWebhookSchema, query },
    head: INBOUND_HEAD,
    rowOf: inboundRow,
  });
}

const DELIVERY_HEAD = ['DELIVERY', 'TYPE', 'STATUS', 'ATTEMPTS', 'WRITTEN', 'NEXT', 'EVENT', 'ENDPOINT'];
const deliveryRow = (delivery: WebhookDelivery): string[] => [
  delivery.id,
  delivery.type,
  delivery.status,
  String(delivery.attempts),
  ago(delivery.created_at),
  delivery.due_at === null ? '-' : ago(delivery.due_at),
  delivery.event_id,
  delivery.endpoint_id,
];

const INBOUND_HEAD = ['WEBHOOK', 'INTEGRATION', 'TYPE', 'STATUS', 'CONNECTIONS', 'RECEIVED'];
const inboundRow = (webhook: InboundWebhook): string[] => [
  webhook.id,
  webhook.provider_config_key ?? '-',
  webhook.event_type,
  webhook.status,
  webhook.connection_ids.join(', ') || '-',
  ago(webhook.received_at),
];

const endpointRow = (endpoint: WebhookEndpoint): string[] => [
  endpoint.id,
  endpoint.url,
  endpoint.state,
  endpoint.last_success_at === null ? '-' : ago(endpoint.last_success_at),
  endpoint.last_error ?? '-',
];

const attemptText = ({ started_at, duration_ms, status, error, answer }: WebhookAttempt): string =>
  [`${started_at}  ${status ?? 'no answer'}  ${duration_ms} ms`, error, answer].filter(Boolean).join('\n  ');
