import type { EndUser, IntegrationConfigDefaults, IntegrationOverrides } from '@svc/contracts';

/** A connect session, its secrets in the clear. */
export interface OpenConnectSession {
  readonly id: string;
  readonly accountId: number;
  readonly environmentId: number;
  readonly environmentUuid: string;
  /** Unique keys; null means all. One that authorizes anew allows the integration of its connection. */
  readonly allowedIntegrations: readonly string[] | null;
  /** Internal id of the connection to authorize anew; null for sessions that make new ones. */
  readonly reconnectId: number | null;
  /** By unique key of the integration. */
  readonly defaults: Readonly<Record<string, IntegrationConfigDefaults>>;
  /** By unique key of the integration. */
  readonly overrides: Readonly<Record<string, IntegrationOverrides>>;
  readonly tags: Readonly<Record<string, string>> | null;
  readonly endUser: EndUser | null;
  readonly webhookUrl: string | null;
  readonly returnUrl: string | null;
  readonly expiresAt: Date;
}
