import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';
import { momentSchema } from '../moment.js';
import { storableTextSchema } from '../storable.js';

/** What an operation is about. */
export const OPERATION_TYPES = ['sync', 'action', 'proxy', 'auth', 'webhook', 'deploy', 'on-event', 'dryrun'] as const;
/** What an operation is about. */
export const operationTypeSchema = z.enum(OPERATION_TYPES);
/** What an operation is about. */
export type OperationType = z.infer<typeof operationTypeSchema>;

/** How an operation stands. */
export const operationStatusSchema = z.enum(['running', 'success', 'failed', 'cancelled']);
/** How an operation stands. */
export type OperationStatus = z.infer<typeof operationStatusSchema>;

const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .min(1)
    .max(1000)
    .transform((text) => text.split(','))
    .pipe(z.array(item).min(1));

/** Query of `GET /logs/operations` (beyond the contract). Every filter narrows; all may be combined. */
export const listOperationsQuerySchema = pageQuerySchema.extend({
  /** One or more types, separated by commas. */
  type: listOf(operationTypeSchema).optional(),
  /** One or more statuses, separated by commas. */
  status: listOf(operationStatusSchema).optional(),
  /** Unique key of the integration. */
  integration: uniqueKeySchema.optional(),
  /** The connection's id. */
  connection: connectionIdSchema.optional(),
  /** Name of the function. */
  function: functionNameSchema.optional(),
  /** Only what began at or after this moment. */
  since: momentSchema.optional(),
  /** Only what began before this moment. */
  until: momentSchema.optional(),
  /** Text, in any case, in a log line, in the error, or in the name of the function or the connection. */
  search: storableTextSchema.min(1).max(255).optional(),
});
/** Query of `GET /logs/operations`. */
export type ListOperationsQuery = z.infer<typeof listOperationsQuerySchema>;

/** Path parameters of `GET /logs/operations/{id}` and of its lines. */
export const operationParamsSchema = z.strictObject({ id: z.uuid() });

/** Something that the gateway did, with log lines below it. Times are ISO 8601. */
export const operationSchema = z.object({
  /** UUID of version 7: ids order operations by when they began. */
  id: z.string(),
  type: z.string(),
  /** What was done, such as `trigger` or `refresh_token`. */
  action: z.string().nullable(),
  status: operationStatusSchema,
  /** Unique key of the integration. */
  integration_id: z.string().nullable(),
  connection_id: z.string().nullable(),
  function_name: z.string().nullable(),
  /** Id of the sync, as `GET /sync/status` has it. */
  sync_id: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  /** Why it failed. */
  error: z.looseObject({ code: z.string().optional(), message: z.string() }).nullable(),
});
/** Something that the gateway did, with log lines below it. */
export type Operation = z.infer<typeof operationSchema>;

/**
 * Answer of `GET /logs/operations`, latest first. A page looks at a bounded number of operations, so with filters it may hold
 * few of them or none although more follow: go on while `next_cursor` is not null.
 */
export const listOperationsResponseSchema = z.object({
  data: z.array(operationSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /logs/operations`. */
export type ListOperationsResponse = z.infer<typeof listOperationsResponseSchema>;

/** Answer of `GET /logs/operations/{id}`. */
export const operationResponseSchema = z.object({ data: operationSchema });
/** Answer of `GET /logs/operations/{id}`. */
export type OperationResponse = z.infer<typeof operationResponseSchema>;

/** Query of `GET /logs/operations/{id}/lines`. */
export const listOperationLinesQuerySchema = pageQuerySchema.extend({
  /**
   * Follows: lines after the line of this id. The newest second is left out then, so that no line is missed which another
   * process writes a moment later.
   */
  after: z.uuid().optional(),
  /** Leaves out lines below this level. */
  level: z.enum(['debug', 'info', 'warn', 'error']).optional(),
});
/** Query of `GET /logs/operations/{id}/lines`. */
export type ListOperationLinesQuery = z.infer<typeof listOperationLinesQuerySchema>;

/** A line of an operation's log. */
export const operationLineSchema = z.object({
  /** UUID of version 7; send the last one as `after` to follow. */
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  message: z.string(),
  payload: z.unknown(),
});
/** A line of an operation's log. */
export type OperationLine = z.infer<typeof operationLineSchema>;

/** Answer of `GET /logs/operations/{id}/lines`, oldest first. */
export const listOperationLinesResponseSchema = z.object({
  data: z.array(operationLineSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /logs/operations/{id}/lines`. */
export type ListOperationLinesResponse = z.infer<typeof listOperationLinesResponseSchema>;
