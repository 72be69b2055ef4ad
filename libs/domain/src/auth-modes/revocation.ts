import type { RenewalSubject } from './renewal.js';

/** How an authorization is ended at the provider (RFC 7009 and what providers have instead). */
export interface Revocation {
  /** Whether the definition has it and these credentials hold what it needs. */
  canRevoke(subject: RenewalSubject): boolean;

  /**
   * Ends the authorization. One that has ended already is success.
   *
   * @throws TokenFailure
   */
  revoke(subject: RenewalSubject, signal: AbortSignal): Promise<void>;
}
