import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema, wholeNumberTextSchema } from '../identifiers.js';
import { momentSchema } from '../moment.js';
import { storableObjectSchema, storableTextSchema } from '../storable.js';
import { connectionConfigSchema } from './create-connection.js';

const textSchema = storableTextSchema.optional();

/** Body of the deprecated `POST /connection`: one flat object for every auth mode. */
export const legacyCreateConnectionBodySchema = z.strictObject({
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema.optional(),
  metadata: storableObjectSchema.optional(),
  connection_config: connectionConfigSchema.optional(),
  access_token: textSchema,
  refresh_token: textSchema,
  expires_at: momentSchema.optional(),
  /** Seconds from now. */
  expires_in: z.union([z.number(), wholeNumberTextSchema]).pipe(z.number().positive()).optional(),
  /** The token never expires. */
  no_expiration: z.boolean().optional(),
  oauth_token: textSchema,
  oauth_token_secret: textSchema,
  username: textSchema,
  password: textSchema,
  api_key: textSchema,
  app_id: textSchema,
  installation_id: textSchema,
  token_id: textSchema,
  token_secret: textSchema,
  oauth_client_id_override: textSchema,
  oauth_client_secret_override: textSchema,
  raw: storableObjectSchema.optional(),
});
/** Body of the deprecated `POST /connection`: one flat object for every auth mode. */
export type LegacyCreateConnectionBody = z.infer<typeof legacyCreateConnectionBodySchema>;
