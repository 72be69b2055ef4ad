import { z } from 'zod';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';
import { BASE_VARIANT } from './sync-reference.js';

/** Body of `PUT /sync/update-connection-frequency`. */
export const updateSyncFrequencyBodySchema = z.strictObject({
  sync_name: functionNameSchema,
  sync_variant: functionNameSchema.default(BASE_VARIANT),
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema,
  /** Such as `every hour`; null brings the definition's back. */
  frequency: z.string().max(255).nullable(),
});
/** Body of `PUT /sync/update-connection-frequency`. */
export type UpdateSyncFrequencyBody = z.infer<typeof updateSyncFrequencyBodySchema>;

/** Answer of `PUT /sync/update-connection-frequency`: the frequency in force, such as `1h`; null when it runs on demand only. */
export const syncFrequencySchema = z.object({ frequency: z.string().nullable() });
/** Answer of `PUT /sync/update-connection-frequency`. */
export type SyncFrequency = z.infer<typeof syncFrequencySchema>;
