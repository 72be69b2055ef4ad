import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { storableObjectSchema } from '../storable.js';
import { endUserInputSchema } from './end-user.js';
import { importCredentialsSchema } from './import-credentials.js';
import { tagsSchema } from './tags.js';
import { webhookUrlSchema } from './webhook-url.js';

/** Values of a provider's own fields, free in form but for those that the gateway itself reads. */
export const connectionConfigSchema = storableObjectSchema.pipe(
  z.looseObject({
    oauth_scopes_override: z.array(z.string()).optional(),
    oauth_client_id_override: z.string().max(255).nullish(),
    oauth_client_secret_override: z.string().nullish(),
    webhook_url: webhookUrlSchema.nullish(),
  }),
);

/** Body of `POST /connections`: imports a connection, or overrides the one that exists. */
export const createConnectionBodySchema = z.strictObject({
  provider_config_key: uniqueKeySchema,
  /** A UUID is made when it is missing. */
  connection_id: connectionIdSchema.optional(),
  credentials: importCredentialsSchema,
  metadata: storableObjectSchema.optional(),
  connection_config: connectionConfigSchema.optional(),
  webhook_url: webhookUrlSchema.optional(),
  webhook_url_override: webhookUrlSchema.optional(),
  tags: tagsSchema.optional(),
  end_user: endUserInputSchema.optional(),
});
/** Body of `POST /connections`: imports a connection, or overrides the one that exists. */
export type CreateConnectionBody = z.infer<typeof createConnectionBodySchema>;
/** The same as callers write it, with texts still unparsed. */
export type CreateConnectionRequest = z.input<typeof createConnectionBodySchema>;
