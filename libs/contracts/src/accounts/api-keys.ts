import { z } from 'zod';
import { ENVIRONMENT_SCOPES } from '../scopes.js';
import { storableTextSchema } from '../storable.js';
import { databaseIdSchema, databaseIdTextSchema } from './database-id.js';
import { pageQuerySchema } from './page-query.js';

const displayNameSchema = storableTextSchema.trim().min(1).max(255);

const scopesSchema = z
  .array(z.enum(ENVIRONMENT_SCOPES))
  .min(1)
  .max(ENVIRONMENT_SCOPES.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, 'names a scope twice');

/** An API key as lists show it. The secret is never shown again. */
export const apiKeySchema = z.object({
  id: z.number().int(),
  display_name: z.string(),
  scopes: z.array(z.string()),
  /** ISO 8601; null when it was never used. Written at most once a minute. */
  last_used_at: z.string().nullable(),
  created_at: z.string(),
});
/** An API key as lists show it. */
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Body of `POST /environment/api-keys` (wire contract, section 12; D19). */
export const createApiKeyBodySchema = z.strictObject({
  environment_id: databaseIdSchema,
  /** Unique in its environment. */
  display_name: displayNameSchema,
  /** Full access when missing. */
  scopes: scopesSchema.default(['environment:*']),
});
/** Body of `POST /environment/api-keys`. */
export type CreateApiKeyBody = z.infer<typeof createApiKeyBodySchema>;

/** Answer of `POST /environment/api-keys`, status 200. `secret` is shown here only. */
export const createdApiKeySchema = z.object({
  data: apiKeySchema.omit({ last_used_at: true }).extend({ secret: z.string() }),
});
/** Answer of `POST /environment/api-keys`, status 200. */
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

/** Query of `GET /environment/api-keys`. */
export const listApiKeysQuerySchema = pageQuerySchema.extend({ environment_id: databaseIdTextSchema });
/** Query of `GET /environment/api-keys`. */
export type ListApiKeysQuery = z.infer<typeof listApiKeysQuerySchema>;

/** Answer of `GET /environment/api-keys`, status 200. */
export const apiKeyListSchema = z.object({ data: z.array(apiKeySchema), next_cursor: z.string().nullable() });
/** Answer of `GET /environment/api-keys`, status 200. */
export type ApiKeyList = z.infer<typeof apiKeyListSchema>;

/** Path of `PATCH /environment/api-keys/{id}`. */
export const apiKeyPathSchema = z.strictObject({ id: databaseIdTextSchema });
/** Path of `PATCH /environment/api-keys/{id}`. */
export type ApiKeyPath = z.infer<typeof apiKeyPathSchema>;

/** Body of `PATCH /environment/api-keys/{id}`; what is missing stays. */
export const updateApiKeyBodySchema = z
  .strictObject({ display_name: displayNameSchema.optional(), scopes: scopesSchema.optional() })
  .refine(
    (body) => body.display_name !== undefined || body.scopes !== undefined,
    'changes nothing: send display_name or scopes',
  );
/** Body of `PATCH /environment/api-keys/{id}`; what is missing stays. */
export type UpdateApiKeyBody = z.infer<typeof updateApiKeyBodySchema>;

/** Answer of `PATCH /environment/api-keys/{id}`, status 200. */
export const updatedApiKeySchema = z.object({ data: apiKeySchema });
/** Answer of `PATCH /environment/api-keys/{id}`, status 200. */
export type UpdatedApiKey = z.infer<typeof updatedApiKeySchema>;

/** Body of `DELETE /environment/api-keys`. */
export const deleteApiKeyBodySchema = z.strictObject({ environment_id: databaseIdSchema, key_id: databaseIdSchema });
/** Body of `DELETE /environment/api-keys`. */
export type DeleteApiKeyBody = z.infer<typeof deleteApiKeyBodySchema>;
