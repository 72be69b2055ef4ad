import type { ConnectionCredentials } from './credentials.js';
import type { ProviderData } from './provider-answer.js';

/** A connection as `GET /connections/{connectionId}` answers it. Times are ISO 8601. */
export interface Connection {
  id: number;
  connection_id: string;
  provider: string;
  provider_config_key: string;
  metadata: Record<string, ProviderData> | null;
  /** What the provider's definition asked for or captured, such as a subdomain. */
  connection_config: Record<string, ProviderData>;
  tags: Record<string, string>;
  /** Recorded errors; empty when the connection is healthy. */
  errors: { type: string; log_id: string }[];
  created_at: string;
  updated_at: string;
  last_fetched_at: string;
  credentials: ConnectionCredentials;
  /** @deprecated Use `tags`. */
  end_user?: unknown;
}

/** Options of `getConnection`. */
export interface GetConnectionOptions {
  /** Renews the credentials whatever their age. Default false. */
  forceRefresh?: boolean;
  /** Includes the refresh token. Default false. */
  refreshToken?: boolean;
  /** Renews the token of an installed app whatever its age. Default false. */
  refreshAppJwtToken?: boolean;
  /** @deprecated Use `refreshAppJwtToken`. */
  refreshGithubAppJwtToken?: boolean;
}

/** Token of an OAuth 1 connection. */
export interface OAuth1Token {
  oAuthToken: string | undefined;
  oAuthTokenSecret: string | undefined;
}
