import { z } from 'zod';
import { uniqueKeySchema } from '../identifiers.js';
import { storableTextSchema } from '../storable.js';

/** Most entries of one map in a query. */
const MAX_ENTRIES = 100;

const textMapSchema = z
  .record(z.string().max(255), storableTextSchema.max(8192))
  .refine((map) => Object.keys(map).length <= MAX_ENTRIES, `at most ${MAX_ENTRIES} entries are allowed`);

/** Path of the routes that connect an account to an integration. */
export const connectParamsSchema = z.strictObject({ providerConfigKey: uniqueKeySchema });
/** Path of the routes that connect an account to an integration. */
export type ConnectParams = z.infer<typeof connectParamsSchema>;

/** Query of the routes that take typed-in credentials. */
export const directQuerySchema = z.strictObject({
  connect_session_token: z.string(),
  /** Values for `connection_config`, such as a subdomain. */
  params: textMapSchema.optional(),
});
/** Query of the routes that take typed-in credentials. */
export type DirectQuery = z.infer<typeof directQuerySchema>;

/** An app of the end user's own, in the query of `GET /oauth/connect/{integration}`. */
const ownAppSchema = z.strictObject({
  oauth_client_id_override: storableTextSchema.max(255).optional(),
  oauth_client_secret_override: storableTextSchema.max(2048).optional(),
  /** Kept instead of the refresh token that the provider gives. */
  oauth_refresh_token_override: storableTextSchema.max(8192).optional(),
});

/** Query of `GET /oauth/connect/{integration}`, which sends the browser to the provider. */
export const oauthConnectQuerySchema = directQuerySchema.extend({
  /** Laid over the definition's; the text `undefined` removes one. */
  authorization_params: textMapSchema.optional(),
  credentials: ownAppSchema.optional(),
  /** Scopes instead of the integration's, separated by commas or spaces. */
  user_scope: storableTextSchema.max(4096).optional(),
  /** Chosen by the page that asks how it ended, at `GET /connect/attempts/{attempt}`. */
  attempt: z.uuid().optional(),
  /** Id of a WebSocket that is told how it ended. */
  ws_client_id: storableTextSchema.max(100).optional(),
  /** Language of the pages that the person sees, such as `de`. */
  lang: storableTextSchema.max(35).optional(),
});
/** Query of `GET /oauth/connect/{integration}`. */
export type OauthConnectQuery = z.infer<typeof oauthConnectQuerySchema>;

/** Path of `GET /oauth/client-metadata/{environment}/{integration}`. */
export const clientMetadataParamsSchema = z.strictObject({
  environmentUuid: z.uuid(),
  providerConfigKey: uniqueKeySchema,
});
/** Path of `GET /oauth/client-metadata/{environment}/{integration}`. */
export type ClientMetadataParams = z.infer<typeof clientMetadataParamsSchema>;

/** Path of a client's metadata document; with the API's address before it, it is the client's id. */
export const clientMetadataPath = ({ environmentUuid, providerConfigKey }: ClientMetadataParams): string =>
  `/oauth/client-metadata/${environmentUuid}/${encodeURIComponent(providerConfigKey)}`;

/** OAuth client metadata, for authorization servers that read it by the client id's own address (RFC 7591, section 2). */
export const clientMetadataSchema = z.object({
  /** Address of this document. */
  client_id: z.string(),
  client_name: z.string(),
  client_uri: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  scope: z.string().optional(),
});
/** OAuth client metadata. */
export type ClientMetadata = z.infer<typeof clientMetadataSchema>;
