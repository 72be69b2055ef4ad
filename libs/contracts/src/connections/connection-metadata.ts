import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { storableObjectSchema } from '../storable.js';

/** Most connections whose metadata one call sets. */
export const MAX_METADATA_CONNECTIONS = 10_000;

/** Body and answer of `POST` (replace) and `PATCH` (merge) `/connections/metadata`. */
export const connectionMetadataBodySchema = z.strictObject({
  connection_id: z.union([connectionIdSchema, z.array(connectionIdSchema).min(1).max(MAX_METADATA_CONNECTIONS)]),
  provider_config_key: uniqueKeySchema,
  metadata: storableObjectSchema,
});
/** Body and answer of `POST` (replace) and `PATCH` (merge) `/connections/metadata`. */
export type ConnectionMetadataBody = z.infer<typeof connectionMetadataBodySchema>;

/** Query of the deprecated `/connection/{connectionId}/metadata`, whose body is the metadata itself. */
export const legacyMetadataQuerySchema = z.strictObject({ provider_config_key: uniqueKeySchema.optional() });
/** Query of the deprecated `/connection/{connectionId}/metadata`, whose body is the metadata itself. */
export type LegacyMetadataQuery = z.infer<typeof legacyMetadataQuerySchema>;
