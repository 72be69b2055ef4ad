/** An integration as `GET /integrations/{uniqueKey}` answers it. */
export interface Integration {
  unique_key: string;
  display_name: string;
  provider: string;
  logo: string;
  forward_webhooks?: boolean;
  created_at: string;
  updated_at: string;
  /** With `include: ['credentials']`. */
  credentials?: Record<string, unknown> | null;
  /** With `include: ['webhook']`. */
  webhook_url?: string | null;
}

/** Options of `getIntegration`. */
export interface GetIntegrationOptions {
  include?: ('webhook' | 'credentials')[];
}

/** A variable of the environment. */
export interface EnvironmentVariable {
  name: string;
  value: string;
}
