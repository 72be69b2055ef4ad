import type { AuthMode } from '@svc/contracts';
import type { DirectAuthorization } from './direct-authorization.js';
import type { RedirectAuthorization } from './redirect-authorization.js';
import type { Renewal } from './renewal.js';
import type { Revocation } from './revocation.js';

/** One way to authorize, driven by the provider's definition. What a mode cannot do is missing. */
export interface AuthStrategy {
  readonly modes: readonly AuthMode[];
  readonly direct?: DirectAuthorization;
  readonly redirect?: RedirectAuthorization;
  /** A mode without it is never renewed. */
  readonly renewal?: Renewal;
  readonly revocation?: Revocation;
}

/** Injection token of the list of {@link AuthStrategy}. */
export const AUTH_STRATEGIES = Symbol('AUTH_STRATEGIES');
