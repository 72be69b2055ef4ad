import { z } from 'zod';
import { connectUiChangeSchema, connectUiSettingsSchema } from '../connect/connect-session.js';
import { storableTextSchema } from '../storable.js';
import { databaseIdTextSchema } from './database-id.js';

/** Name of an environment: lower-case letters, digits, `_` and `-`. It is a part of its keys. */
export const environmentNameSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[a-z0-9_-]+$/, 'may contain lower-case letters, digits, _ and - only');

const addressSchema = storableTextSchema.max(2048).pipe(z.url({ protocol: /^https?$/ }));

/** RFC 6749, section 3.1.2. */
const callbackUrlSchema = addressSchema.refine(
  (text) => !text.includes('#'),
  'may not have a fragment (#...): authorization servers refuse such a redirect URI',
);

/** Body of `POST /environments` (wire contract, section 12). */
export const createEnvironmentBodySchema = z.strictObject({
  name: environmentNameSchema,
  /** A production environment cannot be deleted. Needs the scope `account:environments:set_production`. */
  is_production: z.boolean().optional(),
  /** Redirect URI of the OAuth flow; the gateway's own when missing. */
  callback_url: callbackUrlSchema.optional(),
  /** Signs the identity of end users in the browser flow. */
  hmac_key: storableTextSchema.min(1).max(1000).optional(),
  hmac_enabled: z.boolean().optional(),
  slack_notifications: z.boolean().optional(),
  /** Where traces of this environment are exported to. */
  otlp_endpoint: addressSchema.optional(),
  /** Headers of that export, such as an API key. */
  otlp_headers: z.record(storableTextSchema.min(1).max(255), storableTextSchema.max(4096)).optional(),
});
/** Body of `POST /environments`. */
export type CreateEnvironmentBody = z.infer<typeof createEnvironmentBodySchema>;

/** Answer of `POST /environments`, status 200. */
export const createdEnvironmentSchema = z.object({
  data: z.object({
    id: z.number().int(),
    name: z.string(),
    /** Secret of the environment's default key, which has full access. Shown here only. */
    secret_key: z.string(),
  }),
});
/** Answer of `POST /environments`, status 200. */
export type CreatedEnvironment = z.infer<typeof createdEnvironmentSchema>;

/** Answer of `GET /environments`, status 200 (D19, D22). */
export const environmentListSchema = z.object({
  data: z.array(z.object({ id: z.number().int(), name: z.string(), is_production: z.boolean() })),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /environments`, status 200. */
export type EnvironmentList = z.infer<typeof environmentListSchema>;

/** Body of `PATCH /environments/{id}`: how the environment meets end users. What is left out stays as it is. */
export const updateEnvironmentBodySchema = z.strictObject({
  /** Redirect URI of the OAuth flow; null goes back to the gateway's own. */
  callback_url: callbackUrlSchema.nullish(),
  /** Look of the hosted page. */
  connect_ui: connectUiChangeSchema.optional(),
});
/** Body of `PATCH /environments/{id}`. */
export type UpdateEnvironmentBody = z.infer<typeof updateEnvironmentBodySchema>;

/** Answer of `PATCH /environments/{id}`, status 200. */
export const updatedEnvironmentSchema = z.object({
  data: z.object({
    id: z.number().int(),
    name: z.string(),
    is_production: z.boolean(),
    /** Null means the gateway's own. */
    callback_url: z.string().nullable(),
    connect_ui: connectUiSettingsSchema,
  }),
});
/** Answer of `PATCH /environments/{id}`, status 200. */
export type UpdatedEnvironment = z.infer<typeof updatedEnvironmentSchema>;

/** Path of `PATCH` and `DELETE /environments/{id}`. */
export const environmentPathSchema = z.strictObject({ id: databaseIdTextSchema });
/** Path of `PATCH` and `DELETE /environments/{id}`. */
export type EnvironmentPath = z.infer<typeof environmentPathSchema>;
