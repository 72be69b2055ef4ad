import { z } from 'zod';
import { momentSchema } from '../moment.js';
import { storableTextSchema } from '../storable.js';
import { configOverrideSchema, MAX_CREDENTIAL_LENGTH } from './credentials.js';

/** Tokens can be long: some carry all of their claims. */
const MAX_TOKEN_LENGTH = 65_536;
const MAX_SECRET_LENGTH = 2048;
const MAX_PEM_LENGTH = 10_000;

const tokenSchema = storableTextSchema.min(1).max(MAX_TOKEN_LENGTH);
const secretSchema = storableTextSchema.min(1).max(MAX_SECRET_LENGTH);
const pemSchema = storableTextSchema.min(1).max(MAX_PEM_LENGTH).optional();

/** Providers count their apps and installations, or name them. */
const installationIdSchema = z
  .union(
    [storableTextSchema.min(1).max(255), z.number().int()],
    'must be text of 1 to 255 characters, or a whole number',
  )
  .transform(String);

const installationFields = { app_id: installationIdSchema, installation_id: installationIdSchema };

/** Credentials that can be imported (wire contract, section 5, "Create / import"). `type` equals the provider's auth mode. */
export const importCredentialsSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('OAUTH2'),
    access_token: tokenSchema,
    refresh_token: tokenSchema.optional(),
    expires_at: momentSchema.optional(),
    config_override: configOverrideSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('OAUTH2_CC'),
    token: storableTextSchema.min(1).max(4096),
    client_id: secretSchema,
    client_secret: secretSchema,
    client_certificate: pemSchema,
    client_private_key: pemSchema,
    expires_at: momentSchema.optional(),
  }),
  z.strictObject({ type: z.literal('OAUTH1'), oauth_token: secretSchema, oauth_token_secret: secretSchema }),
  z.strictObject({ type: z.literal('API_KEY'), apiKey: storableTextSchema.min(1).max(MAX_CREDENTIAL_LENGTH) }),
  z.strictObject({
    type: z.literal('BASIC'),
    username: storableTextSchema.max(MAX_CREDENTIAL_LENGTH).default(''),
    password: storableTextSchema.max(MAX_CREDENTIAL_LENGTH).default(''),
  }),
  z.strictObject({
    type: z.literal('TBA'),
    token_id: secretSchema,
    token_secret: secretSchema,
    config_override: configOverrideSchema.optional(),
  }),
  z.strictObject({ type: z.literal('APP'), ...installationFields }),
  z.strictObject({ type: z.literal('CUSTOM'), ...installationFields }),
  z.strictObject({ type: z.literal('NONE') }),
]);

/** Credentials that can be imported. */
export type ImportCredentials = z.infer<typeof importCredentialsSchema>;
