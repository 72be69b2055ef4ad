import { z } from 'zod';
import { credentialsSchema } from './credentials.js';
import { endUserSchema } from './end-user.js';

const sharedFields = {
  id: z.number().int(),
  connection_id: z.string(),
  provider_config_key: z.string(),
  provider: z.string(),
  /** Empty when healthy. `log_id` names an operation. */
  errors: z.array(z.object({ type: z.string(), log_id: z.string() })),
  /** Deprecated: use tags. */
  end_user: endUserSchema.nullable(),
  tags: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()).nullable(),
};

/** A connection in a list: no credentials, no configuration. */
export const listedConnectionSchema = z.object({
  ...sharedFields,
  /** ISO 8601, ends in `Z`. */
  created: z.string(),
});
/** A connection in a list: no credentials, no configuration. */
export type ListedConnection = z.infer<typeof listedConnectionSchema>;

/** Answer of `GET /connections`. */
export const listConnectionsResponseSchema = z.object({ connections: z.array(listedConnectionSchema) });
/** Answer of `GET /connections`. */
export type ListConnectionsResponse = z.infer<typeof listConnectionsResponseSchema>;

/** Answer of `GET /connections/{connectionId}` and `POST /connections`. Times are ISO 8601 and end in `+00:00`. */
export const connectionSchema = z.object({
  ...sharedFields,
  connection_config: z.record(z.string(), z.unknown()),
  webhook_url_override: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_fetched_at: z.string(),
  /** Left out for a key without a credentials scope (D5). */
  credentials: credentialsSchema.optional(),
});
/** Answer of `GET /connections/{connectionId}` and `POST /connections`. */
export type Connection = z.infer<typeof connectionSchema>;
