import type { Credentials } from '@svc/contracts';

/** Credentials that were obtained. */
export interface ObtainedCredentials {
  readonly credentials: Credentials;
  /** Null when the provider names no end. */
  readonly expiresAt: Date | null;
  /** Values to keep in `connection_config`. */
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  /** Whether the provider replaced what the next renewal needs; null where that cannot be told. */
  readonly isRotated: boolean | null;
}
