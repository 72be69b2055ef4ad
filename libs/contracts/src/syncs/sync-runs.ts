import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { checkpointSchema } from '../runs/run-protocol.js';
import { syncReferenceListSchema } from './sync-reference.js';
import { syncResultSchema } from './sync-status.js';

/** How a run of a sync stands. `QUEUED` is a run over a window that waits until no other run of its sync goes on. */
export const syncRunStatusSchema = z.enum(['QUEUED', 'RUNNING', 'SUCCESS', 'ERROR', 'STOPPED']);

/** Query of `GET /sync/runs`. */
export const listSyncRunsQuerySchema = pageQuerySchema.extend({
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema.optional(),
  /** `*`, or names separated by commas, each `name` or `name::variant`; all when missing. */
  syncs: syncReferenceListSchema.optional(),
  status: syncRunStatusSchema.optional(),
});
/** Query of `GET /sync/runs`. */
export type ListSyncRunsQuery = z.infer<typeof listSyncRunsQuerySchema>;

/** Path parameters of `GET /sync/runs/{id}` and `POST /sync/runs/{id}/cancel`. */
export const syncRunParamsSchema = z.strictObject({ id: z.uuid() });
/** Path parameters of `GET /sync/runs/{id}` and `POST /sync/runs/{id}/cancel`. */
export type SyncRunParams = z.infer<typeof syncRunParamsSchema>;

/** One run of a sync. Times are ISO 8601. */
export const syncRunSchema = z.object({
  id: z.string(),
  /** Id of the sync, as `GET /sync/status` has it. */
  sync_id: z.string(),
  connection_id: z.string(),
  name: z.string(),
  variant: z.string(),
  status: syncRunStatusSchema,
  /** Machine-readable, as in `GET /sync/status`. */
  reason: z.string().nullable(),
  /** `schedule`, or who asked for the run. */
  trigger: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** Slices that were executed. */
  slices: z.number().int(),
  /** Per model, records added, updated and deleted. */
  result: syncResultSchema,
  /** Where the run began and how far it came; each null when there was none. */
  checkpoint: z.object({ from: checkpointSchema.nullable(), to: checkpointSchema.nullable() }),
  /** What the run goes over, each ISO 8601 or null; null for a run that goes on from where its sync stands. */
  window: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  /** Why it failed, or failed last while it is still being repeated. */
  error: z.object({ type: z.string().optional(), name: z.string().optional(), message: z.string() }).optional(),
  /** The run in the Temporal UI, where one is configured. */
  run_url: z.string().optional(),
});
/** One run of a sync. */
export type SyncRun = z.infer<typeof syncRunSchema>;

/** Answer of `GET /sync/runs`, latest first. */
export const listSyncRunsResponseSchema = z.object({
  data: z.array(syncRunSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /sync/runs`. */
export type ListSyncRunsResponse = z.infer<typeof listSyncRunsResponseSchema>;

/** Answer of `POST /sync/runs`, `GET /sync/runs/{id}` and `POST /sync/runs/{id}/cancel`. */
export const syncRunResponseSchema = z.object({ data: syncRunSchema });
/** Answer of `POST /sync/runs`, `GET /sync/runs/{id}` and `POST /sync/runs/{id}/cancel`. */
export type SyncRunResponse = z.infer<typeof syncRunResponseSchema>;
