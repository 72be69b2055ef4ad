/** Credentials of a connection; the fields depend on `type` (wire contract, section 17). */
export interface ConnectionCredentials {
  type: string;
  access_token?: string;
  refresh_token?: string;
  expires_at?: string;
  token?: string;
  apiKey?: string;
  username?: string;
  password?: string;
  oauth_token?: string;
  oauth_token_secret?: string;
  /** The provider's own token answer. */
  raw?: Record<string, unknown>;
  [field: string]: unknown;
}

/** A connection as `GET /connections/{connectionId}` answers it. */
export interface Connection {
  id: number;
  connection_id: string;
  provider: string;
  provider_config_key: string;
  metadata: Record<string, unknown> | null;
  connection_config: Record<string, unknown>;
  tags: Record<string, string>;
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
  /** Renews the credentials whatever their age. */
  forceRefresh?: boolean;
  /** Includes the refresh token. */
  refreshToken?: boolean;
}

/** Token of an OAuth 1 connection. */
export interface OAuth1Token {
  oAuthToken: string | undefined;
  oAuthTokenSecret: string | undefined;
}
