import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, wholeNumberTextSchema } from '../identifiers.js';

/** How a delivery stands; `dead` was given up and can be redelivered. */
export const webhookDeliveryStatusSchema = z.enum(['pending', 'delivered', 'dead']);
/** How a delivery stands. */
export type WebhookDeliveryStatus = z.infer<typeof webhookDeliveryStatusSchema>;

const writtenAtSchema = z.iso
  .datetime({ offset: true, message: 'must be an ISO 8601 date-time with a time zone' })
  .refine((text) => Date.parse(text) >= 0, 'must be in 1970 or later');

const timeRange = {
  /** Only what was written at this time or later. */
  since: writtenAtSchema.optional(),
  /** Only what was written before. */
  until: writtenAtSchema.optional(),
};

/** Query of `GET /webhook-events`. Every filter narrows. */
export const listWebhookEventsQuerySchema = pageQuerySchema.extend({
  ...timeRange,
  /** Only those with a delivery that stands so. */
  status: webhookDeliveryStatusSchema.optional(),
  /** `auth`, `sync`, `forward`, `async_action`, `webhook_delivery` or `test`. */
  type: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[a-z_]+$/, 'must be a type of webhooks')
    .optional(),
  connection_id: connectionIdSchema.optional(),
});
/** Query of `GET /webhook-events`. */
export type ListWebhookEventsQuery = z.infer<typeof listWebhookEventsQuerySchema>;

/** Query of `GET /webhook-deliveries`. Every filter narrows. */
export const listWebhookDeliveriesQuerySchema = pageQuerySchema.extend({
  ...timeRange,
  event_id: z.uuid().optional(),
  endpoint_id: z.uuid().optional(),
  status: webhookDeliveryStatusSchema.optional(),
});
/** Query of `GET /webhook-deliveries`. */
export type ListWebhookDeliveriesQuery = z.infer<typeof listWebhookDeliveriesQuerySchema>;

/** Path parameters of one webhook or endpoint. */
export const webhookParamsSchema = z.strictObject({ id: z.uuid() });
/** Path parameters of one delivery. */
export const webhookDeliveryParamsSchema = z.strictObject({ id: wholeNumberTextSchema.transform(String) });

/** A webhook to the customer. Times are ISO 8601. */
export const webhookEventSchema = z.object({
  /** Also the header `webhook-id` of each delivery. */
  id: z.string(),
  type: z.string(),
  connection_id: z.string().nullable(),
  created_at: z.string(),
});
/** A webhook to the customer. */
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** A webhook on its way to one address. */
export const webhookDeliverySchema = z.object({
  id: z.string(),
  event_id: z.string(),
  endpoint_id: z.string(),
  type: z.string(),
  status: webhookDeliveryStatusSchema,
  /** Attempts that ended since it was last sent or redelivered. */
  attempts: z.number().int(),
  created_at: z.string(),
  /** The next attempt comes no earlier. */
  due_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
/** A webhook on its way to one address. */
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** One attempt of a delivery. */
export const webhookAttemptSchema = z.object({
  started_at: z.string(),
  duration_ms: z.number().int(),
  /** Of the answer; null when there was none. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
  /** The first 4 kB of the answer. */
  answer: z.string().nullable(),
});
/** One attempt of a delivery. */
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;

/** An address that webhooks go to. */
export const webhookEndpointSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** `parked`: it is down, and one delivery now and then finds out when it is back. */
  state: z.enum(['open', 'failing', 'parked', 'paused']),
  failing_since: z.string().nullable(),
  parked_until: z.string().nullable(),
  last_success_at: z.string().nullable(),
  last_failure_at: z.string().nullable(),
  last_error: z.string().nullable(),
});
/** An address that webhooks go to. */
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable() });

/** Answer of `GET /webhook-events`, latest first. */
export const listWebhookEventsResponseSchema = pageOf(webhookEventSchema);
/** Answer of `GET /webhook-events`. */
export type ListWebhookEventsResponse = z.infer<typeof listWebhookEventsResponseSchema>;

/** Answer of `GET /webhook-events/{id}` and `POST /webhook-events/test`. */
export const webhookEventResponseSchema = z.object({
  data: webhookEventSchema.extend({
    /** The body; null once it is not kept any more. */
    payload: z.record(z.string(), z.unknown()).nullable(),
    /** Of a forwarded webhook: the provider's headers that go along. */
    headers: z.record(z.string(), z.string()).nullable(),
    deliveries: z.array(webhookDeliverySchema),
  }),
});
/** Answer of `GET /webhook-events/{id}`. */
export type WebhookEventResponse = z.infer<typeof webhookEventResponseSchema>;

/** Answer of `GET /webhook-deliveries`, latest first. */
export const listWebhookDeliveriesResponseSchema = pageOf(webhookDeliverySchema);
/** Answer of `GET /webhook-deliveries`. */
export type ListWebhookDeliveriesResponse = z.infer<typeof listWebhookDeliveriesResponseSchema>;

/** Answer of `GET /webhook-deliveries/{id}` and of its redelivery; the latest 100 attempts, latest first. */
export const webhookDeliveryResponseSchema = z.object({
  data: webhookDeliverySchema.extend({ attempt_log: z.array(webhookAttemptSchema) }),
});
/** Answer of `GET /webhook-deliveries/{id}`. */
export type WebhookDeliveryResponse = z.infer<typeof webhookDeliveryResponseSchema>;

/** Answer of `GET /webhook-endpoints`. */
export const listWebhookEndpointsResponseSchema = pageOf(webhookEndpointSchema);
/** Answer of `GET /webhook-endpoints`. */
export type ListWebhookEndpointsResponse = z.infer<typeof listWebhookEndpointsResponseSchema>;

/** Answer of `POST /webhook-endpoints/{id}/pause` and `/resume`. */
export const webhookEndpointResponseSchema = z.object({ data: webhookEndpointSchema });
/** Answer of `POST /webhook-endpoints/{id}/pause` and `/resume`. */
export type WebhookEndpointResponse = z.infer<typeof webhookEndpointResponseSchema>;

/** Body of `POST /webhook-endpoints/{id}/redeliver`. */
export const redeliverWebhooksBodySchema = z.strictObject({
  /** Everything that was written at this time or later. */
  since: writtenAtSchema,
  /** Only what ended so. */
  status: z.enum(['delivered', 'dead']).optional(),
  /** Nothing is sent; the answer says how many would be. */
  dry_run: z.boolean().default(false),
});
/** Body of `POST /webhook-endpoints/{id}/redeliver`. */
export type RedeliverWebhooksBody = z.output<typeof redeliverWebhooksBodySchema>;

/** Answer of `POST /webhook-endpoints/{id}/redeliver`: how many are sent again, or would be. */
export const redeliveredWebhooksSchema = z.object({ data: z.object({ count: z.number().int() }) });
/** Answer of `POST /webhook-endpoints/{id}/redeliver`. */
export type RedeliveredWebhooks = z.infer<typeof redeliveredWebhooksSchema>;
