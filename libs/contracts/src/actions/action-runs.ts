import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';

/** How a run of an action stands. */
export const actionRunStatusSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
/** How a run of an action stands. */
export type ActionRunStatus = z.infer<typeof actionRunStatusSchema>;

const timeSchema = z.iso.datetime({ offset: true, message: 'must be an ISO 8601 date-time with a time zone' });

/** Query of `GET /action/runs`; all filters must match. */
export const listActionRunsQuerySchema = pageQuerySchema.extend({
  status: actionRunStatusSchema.optional(),
  action_name: functionNameSchema.optional(),
  /** Unique key of the integration. */
  provider_config_key: uniqueKeySchema.optional(),
  connection_id: connectionIdSchema.optional(),
  /** Runs that were asked for at this time or later. */
  created_after: timeSchema.optional(),
  /** Runs that were asked for before this time. */
  created_before: timeSchema.optional(),
});
/** Query of `GET /action/runs`. */
export type ListActionRunsQuery = z.infer<typeof listActionRunsQuerySchema>;

/**
 * One run of an action that was triggered asynchronously or with an `Idempotency-Key`. What went in and came out is not part of
 * it: `GET /action/{id}` answers with the result. Times are ISO 8601.
 */
export const actionRunSchema = z.object({
  id: z.string(),
  action_name: z.string(),
  provider_config_key: z.string(),
  connection_id: z.string(),
  status: actionRunStatusSchema,
  /** Attempts that were begun. */
  attempts: z.number().int(),
  /** How often a failed attempt is repeated at most. */
  max_retries: z.number().int(),
  idempotency_key: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** Why it failed; its payload is part of the result only. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  /** The run in the Temporal UI, where one is configured. */
  run_url: z.string().optional(),
});
/** One run of an action. */
export type ActionRun = z.infer<typeof actionRunSchema>;

/** Answer of `GET /action/runs`, latest first. */
export const listActionRunsResponseSchema = z.object({
  data: z.array(actionRunSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /action/runs`. */
export type ListActionRunsResponse = z.infer<typeof listActionRunsResponseSchema>;

/** Answer of `GET /action/runs/{id}` and `POST /action/runs/{id}/cancel`. */
export const actionRunResponseSchema = z.object({ data: actionRunSchema });
/** Answer of `GET /action/runs/{id}` and `POST /action/runs/{id}/cancel`. */
export type ActionRunResponse = z.infer<typeof actionRunResponseSchema>;
