import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';

/** What called for the function: a moment in a connection's life, or a webhook of its provider. */
export const eventRunTypeSchema = z.enum(['on-event', 'webhook']);
/** What called for the function. */
export type EventRunType = z.infer<typeof eventRunTypeSchema>;

/** How a run stands; `skipped` where connection or function were gone by then. */
export const eventRunStatusSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'skipped']);
/** How a run stands. */
export type EventRunStatus = z.infer<typeof eventRunStatusSchema>;

const timeSchema = z.iso.datetime({ offset: true, message: 'must be an ISO 8601 date-time with a time zone' });

/** Query of `GET /functions/event-runs` (beyond the contract); all filters must match. */
export const listEventRunsQuerySchema = pageQuerySchema.extend({
  type: eventRunTypeSchema.optional(),
  status: eventRunStatusSchema.optional(),
  /** Of the on-event function, or of the sync whose `onWebhook` ran. */
  function_name: functionNameSchema.optional(),
  /** A lifecycle event, or a type of the provider's webhooks. */
  event: z.string().min(1).max(255).optional(),
  /** Unique key of the integration. */
  provider_config_key: uniqueKeySchema.optional(),
  connection_id: connectionIdSchema.optional(),
  /** Runs of events that came at this time or later. */
  created_after: timeSchema.optional(),
  /** Runs of events that came before this time. */
  created_before: timeSchema.optional(),
});
/** Query of `GET /functions/event-runs`. */
export type ListEventRunsQuery = z.infer<typeof listEventRunsQuerySchema>;

/** Path parameters of `GET /functions/event-runs/{id}`. */
export const eventRunParamsSchema = z.strictObject({
  id: z.union([z.uuid(), z.string().regex(/^[1-9]\d{0,17}$/)], { error: 'must be the id of a run' }),
});
/** Path parameters of `GET /functions/event-runs/{id}`. */
export type EventRunParams = z.infer<typeof eventRunParamsSchema>;

/** A run of an on-event function, or of a sync's `onWebhook`. Times are ISO 8601. */
export const eventRunSchema = z.object({
  id: z.string(),
  type: eventRunTypeSchema,
  function_name: z.string(),
  /** A lifecycle event, or the type of the provider's webhook. */
  event: z.string(),
  provider_config_key: z.string(),
  connection_id: z.string(),
  status: eventRunStatusSchema,
  /** Attempts that were begun. */
  attempts: z.number().int(),
  /** When the event came. */
  created_at: z.string(),
  /** When the next attempt is due; null when there is none. */
  due_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** Of a webhook: what it changed, by model. */
  results: z.record(z.string(), z.object({ added: z.number(), updated: z.number(), deleted: z.number() })).optional(),
  /** Why it failed or was skipped. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  /** Its log: `GET /logs/operations/{id}`; null before the first attempt. */
  operation_id: z.string().nullable(),
});
/** A run of an on-event function, or of a sync's `onWebhook`. */
export type EventRun = z.infer<typeof eventRunSchema>;

/** Answer of `GET /functions/event-runs`, latest first. */
export const listEventRunsResponseSchema = z.object({
  data: z.array(eventRunSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /functions/event-runs`. */
export type ListEventRunsResponse = z.infer<typeof listEventRunsResponseSchema>;

/** Answer of `GET /functions/event-runs/{id}`. */
export const eventRunResponseSchema = z.object({ data: eventRunSchema });
/** Answer of `GET /functions/event-runs/{id}`. */
export type EventRunResponse = z.infer<typeof eventRunResponseSchema>;
