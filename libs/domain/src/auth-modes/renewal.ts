import type { Credentials } from '@svc/contracts';
import type { AuthSubject } from './auth-subject.js';
import type { ObtainedCredentials } from './obtained-credentials.js';

/** What a renewal works with. */
export interface RenewalSubject extends AuthSubject {
  readonly credentials: Credentials;
}

/** How credentials of one auth mode are renewed (wire contract, section 17, "Renewal"). */
export interface Renewal {
  /** The same request may be sent twice whatever became of the first one: it uses nothing up. */
  readonly isRepeatable: boolean;

  /** Whether these credentials hold what a renewal needs. */
  canRenew(credentials: Credentials): boolean;

  /**
   * Obtains new credentials with one request or a fixed chain of them.
   *
   * @throws TokenFailure
   */
  renew(subject: RenewalSubject, signal: AbortSignal): Promise<ObtainedCredentials>;
}
