import { z } from 'zod';
import { booleanTextSchema, connectionIdSchema, uniqueKeySchema, wholeNumberTextSchema } from '../identifiers.js';
import { storableTextSchema } from '../storable.js';
import { tagFilterSchema } from './tags.js';

/** Most connections on one page, and on the answer without a `limit` (wire contract, section 5). */
export const MAX_CONNECTIONS_PER_PAGE = 2000;
/** Connections of an answer without a `limit`. */
export const DEFAULT_CONNECTIONS_PER_PAGE = 10_000;

/** A hundred integrations with long keys. */
const MAX_INTEGRATION_FILTER_LENGTH = 25_600;

const filterTextSchema = storableTextSchema.min(1).max(255);

/** Path parameters of routes about one connection. */
export const connectionParamsSchema = z.strictObject({ connectionId: connectionIdSchema });
/** Path parameters of routes about one connection. */
export type ConnectionParams = z.infer<typeof connectionParamsSchema>;

/** Query of routes about one connection. */
export const connectionQuerySchema = z.strictObject({ provider_config_key: uniqueKeySchema });
/** Query of routes about one connection. */
export type ConnectionQuery = z.infer<typeof connectionQuerySchema>;

/** Query of `GET /connections/{connectionId}`. */
export const getConnectionQuerySchema = z.strictObject({
  provider_config_key: uniqueKeySchema,
  force_refresh: booleanTextSchema.default(false),
  refresh_token: booleanTextSchema.default(false),
  refresh_app_jwt_token: booleanTextSchema.default(false),
  refresh_github_app_jwt_token: booleanTextSchema.default(false),
});
/** Query of `GET /connections/{connectionId}`. */
export type GetConnectionQuery = z.infer<typeof getConnectionQuerySchema>;

/** Query of `GET /connections`. All filters must match. */
export const listConnectionsQuerySchema = z.strictObject({
  /** Exact; may match connections of several integrations. */
  connectionId: connectionIdSchema.optional(),
  /** Part of the connection id or of the end user's name or e-mail, in any case. */
  search: filterTextSchema.optional(),
  /** Unique keys of integrations, separated by commas. */
  integrationId: storableTextSchema
    .min(1)
    .max(MAX_INTEGRATION_FILTER_LENGTH)
    .transform((text) =>
      text
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .optional(),
  /** Deprecated: use tags. */
  endUserId: filterTextSchema.optional(),
  /** Deprecated name of `endUserId`. */
  userId: filterTextSchema.optional(),
  /** Deprecated: use tags. */
  endUserOrganizationId: filterTextSchema.optional(),
  /** `tags[name]=value`. */
  tags: tagFilterSchema.optional(),
  limit: wholeNumberTextSchema.pipe(z.number().min(1).max(MAX_CONNECTIONS_PER_PAGE)).optional(),
  /** The first page is 0. */
  page: wholeNumberTextSchema.pipe(z.number().max(1_000_000)).default(0),
});
/** Query of `GET /connections`. */
export type ListConnectionsQuery = z.infer<typeof listConnectionsQuerySchema>;
