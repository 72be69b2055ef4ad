import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { checkpointSchema } from '../runs/run-protocol.js';
import { syncReferenceListSchema } from './sync-reference.js';

/** Query of `GET /sync/status`. */
export const syncStatusQuerySchema = z.strictObject({
  syncs: syncReferenceListSchema,
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema.optional(),
});
/** Query of `GET /sync/status`. */
export type SyncStatusQuery = z.infer<typeof syncStatusQuerySchema>;

/** The five statuses of a sync (D20). */
export const syncStatusSchema = z.enum(['RUNNING', 'SUCCESS', 'ERROR', 'PAUSED', 'STOPPED']);
/** A status of a sync. */
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** Records that a run added, updated and deleted, per model. */
export const syncResultSchema = z.record(
  z.string(),
  z.object({ added: z.number().int(), updated: z.number().int(), deleted: z.number().int() }),
);

/** An entry of `GET /sync/status`. Times are ISO 8601. */
export const syncStatusEntrySchema = z.object({
  id: z.string(),
  connection_id: z.string(),
  name: z.string(),
  variant: z.string(),
  /** Deprecated: `INITIAL` until a run has succeeded. */
  type: z.enum(['INCREMENTAL', 'INITIAL']),
  status: syncStatusSchema,
  /**
   * Why the status is what it is: `queued`, `throttled`, `provider_down`, `platform`, `stalled`, `auth_dead`,
   * `function_error`, `cancelled`, `lost`, `paused_by_user`, `auto_start_off`, `function_disabled`; null when there is
   * nothing to say.
   */
  reason: z.string().nullable(),
  frequency: z.string().nullable(),
  /** End of the latest run; missing while one goes on. */
  finishedAt: z.string().optional(),
  nextScheduledSyncAt: z.string().nullable(),
  latestResult: syncResultSchema.optional(),
  latestExecutionStatus: z.enum(['RUNNING', 'SUCCESS', 'ERROR', 'STOPPED']).optional(),
  /** Why the latest run failed, or failed last while it is still being repeated. */
  latestError: z.object({ type: z.string().optional(), name: z.string().optional(), message: z.string() }).optional(),
  /** Cached records that are not deleted, per model, over all variants. */
  recordCount: z.record(z.string(), z.number().int()),
  /** Per model, deletions that the sync's guard holds until somebody confirms them; missing when there are none. */
  heldDeletions: z.record(z.string(), z.number().int()).optional(),
  checkpoint: checkpointSchema.nullable(),
  /** The latest run in the Temporal UI, where one is configured. */
  runUrl: z.string().optional(),
});
/** An entry of `GET /sync/status`. */
export type SyncStatusEntry = z.infer<typeof syncStatusEntrySchema>;
