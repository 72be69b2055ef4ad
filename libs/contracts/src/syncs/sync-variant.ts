import { z } from 'zod';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';

/** Most variants of one sync and connection. */
export const MAX_VARIANTS = 100;

/** Path of `/sync/{name}/variant/{variant}`. */
export const syncVariantParamsSchema = z.strictObject({ name: functionNameSchema, variant: functionNameSchema });
/** Path of `/sync/{name}/variant/{variant}`. */
export type SyncVariantParams = z.infer<typeof syncVariantParamsSchema>;

/** Body of `POST` and `DELETE /sync/{name}/variant/{variant}`. */
export const syncVariantBodySchema = z.strictObject({
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema,
});
/** Body of `POST` and `DELETE /sync/{name}/variant/{variant}`. */
export type SyncVariantBody = z.infer<typeof syncVariantBodySchema>;

/** A variant that was created. */
export const syncVariantSchema = z.object({ id: z.string(), name: z.string(), variant: z.string() });
/** A variant that was created. */
export type SyncVariant = z.infer<typeof syncVariantSchema>;
