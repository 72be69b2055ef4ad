import { z } from 'zod';
import { storableTextSchema } from '../storable.js';

/** Longest value of a credential that is a key or a name, in characters (wire contract, section 5). */
export const MAX_CREDENTIAL_LENGTH = 1024;

const rawSchema = z.record(z.string(), z.unknown());

/** App of the customer's own that replaces the integration's for one connection. */
export const configOverrideSchema = z.strictObject({
  client_id: storableTextSchema.max(255).optional(),
  client_secret: storableTextSchema.optional(),
});

/** OAuth 2: an access token, and how to get the next one. `expires_at` is ISO 8601; `raw` is the provider's answer. */
export const oauth2CredentialsSchema = z.looseObject({
  type: z.literal('OAUTH2'),
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_at: z.string().optional(),
  raw: rawSchema,
  config_override: configOverrideSchema.optional(),
});

/** OAuth 2 client credentials: the client and the token that it was given. */
export const oauth2ClientCredentialsSchema = z.looseObject({
  type: z.literal('OAUTH2_CC'),
  token: z.string(),
  expires_at: z.string().optional(),
  client_id: z.string(),
  client_secret: z.string(),
  client_certificate: z.string().optional(),
  client_private_key: z.string().optional(),
  raw: rawSchema,
});

const tokenFields = { token: z.string().optional(), expires_at: z.string().optional(), raw: rawSchema.optional() };

/**
 * What a connection holds, as it is stored and as `GET /connections/{id}` answers it (specification, "Credentials object";
 * wire contract, section 17).
 */
export const credentialsSchema = z.discriminatedUnion('type', [
  oauth2CredentialsSchema,
  oauth2ClientCredentialsSchema,
  z.looseObject({
    type: z.literal('OAUTH1'),
    oauth_token: z.string(),
    oauth_token_secret: z.string(),
    raw: rawSchema,
  }),
  z.looseObject({ type: z.literal('API_KEY'), apiKey: z.string() }),
  z.looseObject({ type: z.literal('BASIC'), username: z.string(), password: z.string() }),
  z.looseObject({
    type: z.literal('TBA'),
    token_id: z.string(),
    token_secret: z.string(),
    config_override: configOverrideSchema,
  }),
  z.looseObject({
    type: z.literal('APP'),
    access_token: z.string().optional(),
    expires_at: z.string().optional(),
    raw: rawSchema,
  }),
  z.looseObject({
    type: z.literal('CUSTOM'),
    access_token: z.string().optional(),
    expires_at: z.string().optional(),
    raw: rawSchema,
  }),
  z.looseObject({ type: z.literal('JWT'), ...tokenFields }),
  z.looseObject({ type: z.literal('TWO_STEP'), ...tokenFields, refresh_token: z.string().optional() }),
  z.looseObject({ type: z.literal('BILL'), ...tokenFields }),
  z.looseObject({ type: z.literal('SIGNATURE'), ...tokenFields }),
  z.looseObject({ type: z.literal('AWS_SIGV4'), ...tokenFields }),
  z.looseObject({ type: z.literal('NONE') }),
]);

/** What a connection holds. */
export type Credentials = z.infer<typeof credentialsSchema>;

/** Credentials of one type. */
export type CredentialsOf<Type extends Credentials['type']> = Extract<Credentials, { type: Type }>;
