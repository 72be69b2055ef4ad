import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, uniqueKeySchema, wholeNumberTextSchema } from '../identifiers.js';

/**
 * How a webhook of a provider stands: `received` waits to be matched, `dispatched` went to its connections, `unmatched` was
 * forwarded without a connection, `ignored` was wanted by nobody, `failed` could not be read.
 */
export const inboundWebhookStatusSchema = z.enum(['received', 'dispatched', 'unmatched', 'ignored', 'failed']);
/** How a webhook of a provider stands. */
export type InboundWebhookStatus = z.infer<typeof inboundWebhookStatusSchema>;

/** Query of `GET /inbound-webhooks` (beyond the contract). Every filter narrows. */
export const listInboundWebhooksQuerySchema = pageQuerySchema.extend({
  /** Unique key of the integration. */
  provider_config_key: uniqueKeySchema.optional(),
  /** One that was for this connection; needs `provider_config_key`. */
  connection_id: connectionIdSchema.optional(),
  status: inboundWebhookStatusSchema.optional(),
});
/** Query of `GET /inbound-webhooks`. */
export type ListInboundWebhooksQuery = z.infer<typeof listInboundWebhooksQuerySchema>;

/** Path parameters of `GET /inbound-webhooks/{id}` and `POST /inbound-webhooks/{id}/replay`. */
export const inboundWebhookParamsSchema = z.strictObject({ id: wholeNumberTextSchema.transform(String) });
/** Path parameters of `GET /inbound-webhooks/{id}`. */
export type InboundWebhookParams = z.infer<typeof inboundWebhookParamsSchema>;

/** A webhook that a provider sent. Times are ISO 8601. */
export const inboundWebhookSchema = z.object({
  id: z.string(),
  /** Unique key of the integration; null once it is deleted. */
  provider_config_key: z.string().nullable(),
  status: inboundWebhookStatusSchema,
  /** `*` where the provider tells no types apart. */
  event_type: z.string(),
  /** Connections that it was for, as far as they are still there. */
  connection_ids: z.array(z.string()),
  /** Bytes of the body. */
  size: z.number().int(),
  /** Why it was not dispatched. */
  error: z.string().nullable(),
  received_at: z.string(),
  processed_at: z.string().nullable(),
});
/** A webhook that a provider sent. */
export type InboundWebhook = z.infer<typeof inboundWebhookSchema>;

/** A webhook with what came in. */
export const inboundWebhookDetailSchema = inboundWebhookSchema.extend({
  /** Lower-case names, without those that carry a secret. */
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  /** The body: as text, or as base64 where it is none. */
  body: z.object({ encoding: z.enum(['utf8', 'base64']), content: z.string() }),
});
/** A webhook with what came in. */
export type InboundWebhookDetail = z.infer<typeof inboundWebhookDetailSchema>;

/** Answer of `GET /inbound-webhooks`, latest first. */
export const listInboundWebhooksResponseSchema = z.object({
  data: z.array(inboundWebhookSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /inbound-webhooks`. */
export type ListInboundWebhooksResponse = z.infer<typeof listInboundWebhooksResponseSchema>;

/** Answer of `GET /inbound-webhooks/{id}` and of its replay. */
export const inboundWebhookResponseSchema = z.object({ data: inboundWebhookDetailSchema });
/** Answer of `GET /inbound-webhooks/{id}` and of its replay. */
export type InboundWebhookResponse = z.infer<typeof inboundWebhookResponseSchema>;
