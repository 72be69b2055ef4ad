import type { Credentials, Provider } from '@svc/contracts';
import type { OpenIntegration } from './fresh-connection.js';

/** What a renewal works with. */
export interface RenewalSubject {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  readonly credentials: Credentials;
}

/** Credentials that were obtained. */
export interface RenewedCredentials {
  readonly credentials: Credentials;
  /** Null when the provider names no end. */
  readonly expiresAt: Date | null;
  /** Values of the answer to keep in `connection_config`. */
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  /** Whether the provider replaced what the next renewal needs; null where that cannot be told. */
  readonly isRotated: boolean | null;
}

/** How credentials of one auth mode are renewed (wire contract, section 17, "Renewal"). */
export interface RenewalStrategy {
  /** The same request may be sent twice whatever became of the first one: it uses nothing up. */
  readonly isRepeatable: boolean;

  /** Whether these credentials hold what a renewal needs. */
  canRenew(credentials: Credentials): boolean;

  /**
   * Obtains new credentials with one request or a fixed chain of them.
   *
   * @throws TokenFailure
   */
  renew(subject: RenewalSubject, signal: AbortSignal): Promise<RenewedCredentials>;
}
