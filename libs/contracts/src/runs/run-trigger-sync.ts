import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { syncReferenceSchema } from '../syncs/sync-reference.js';

/** Body of `POST /run/syncs/trigger` and `/run/syncs/start`: a sync of the environment that a function starts. */
export const runTriggerSyncSchema = z.strictObject({
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema,
  sync: syncReferenceSchema,
  reset: z.boolean().default(false),
  empty_cache: z.boolean().default(false),
});
/** Body of `POST /run/syncs/trigger` and `/run/syncs/start`: a sync of the environment that a function starts. */
export type RunTriggerSync = z.output<typeof runTriggerSyncSchema>;
