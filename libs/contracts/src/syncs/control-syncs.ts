import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { syncReferenceSchema } from './sync-reference.js';

/** Most syncs of one request to start or pause. */
const MAX_SYNCS = 256;

/** Body of `POST /sync/start` and `POST /sync/pause`. Without `connection_id`: every connection; empty `syncs`: every sync. */
export const controlSyncsBodySchema = z.strictObject({
  syncs: z.array(syncReferenceSchema).max(MAX_SYNCS),
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema.optional(),
});
/** Body of `POST /sync/start` and `POST /sync/pause`. */
export type ControlSyncsBody = z.infer<typeof controlSyncsBodySchema>;

const optionsSchema = z.strictObject({
  /** Forget checkpoint and date and start over; a run that goes on is stopped. */
  reset: z.boolean().optional(),
  /** With `reset`: empty the record cache first. Without it, nothing. */
  emptyCache: z.boolean().optional(),
});
/** What a trigger may ask for beside the run itself. */
export type TriggerSyncOptions = z.infer<typeof optionsSchema>;

/** How a trigger runs a sync. */
export interface TriggerMode {
  readonly reset: boolean;
  readonly emptyCache: boolean;
}

/**
 * Body of `POST /sync/trigger`. `provider_config_key` and `connection_id` may stand in the headers `Provider-Config-Key` and
 * `Connection-Id` instead. `sync_mode` and `full_resync` are deprecated spellings of `opts`.
 */
export const triggerSyncsBodySchema = z
  .strictObject({
    syncs: z.array(syncReferenceSchema),
    provider_config_key: uniqueKeySchema.optional(),
    connection_id: connectionIdSchema.optional(),
    opts: optionsSchema.optional(),
    sync_mode: z.enum(['incremental', 'full_refresh', 'full_refresh_and_clear_cache']).optional(),
    full_resync: z.boolean().optional(),
  })
  .refine(
    ({ opts, sync_mode: mode, full_resync: full }) => opts === undefined || (mode === undefined && full === undefined),
    {
      message: 'cannot stand beside the deprecated sync_mode or full_resync: use opts alone',
      path: ['opts'],
    },
  );
/** Body of `POST /sync/trigger`. */
export type TriggerSyncsBody = z.infer<typeof triggerSyncsBodySchema>;

/** What the three spellings come to. */
export function triggerModeOf({ opts, sync_mode: mode, full_resync: full }: TriggerSyncsBody): TriggerMode {
  const reset = opts?.reset ?? (full === true || mode === 'full_refresh' || mode === 'full_refresh_and_clear_cache');
  return { reset, emptyCache: reset && (opts?.emptyCache ?? mode === 'full_refresh_and_clear_cache') };
}
