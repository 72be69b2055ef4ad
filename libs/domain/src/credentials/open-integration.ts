import type { IntegrationRow } from '@svc/database';

/** Names with texts, in the clear. */
export type TextMap = Readonly<Record<string, string>>;

/** What an integration keeps secret. */
export interface IntegrationSecrets {
  /** `client_id`, `client_secret`, `scopes`, `webhook_secret` and what else the provider needs. */
  readonly credentials: TextMap;
  readonly config: TextMap;
}

/** An integration with its secrets in the clear. */
export type OpenIntegration = Omit<IntegrationRow, 'credentialsSealed' | 'configSealed'> & IntegrationSecrets;
