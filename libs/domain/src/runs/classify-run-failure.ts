import type { RunFailure } from '@svc/contracts';
import type { ErrorClass } from '@svc/contracts/workflows';

const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS_FROM = 500;

/** Decides, in the one place, what a failed run means for what happens next (rule 6). */
export function classifyRunFailure({ type, upstream }: Pick<RunFailure, 'type' | 'upstream'>): ErrorClass {
  switch (type) {
    case 'auth_dead':
      return 'auth-dead';
    case 'throttled':
      return 'throttled';
    case 'network_error':
      return 'provider-down';
    case 'platform':
      return 'platform';
    case 'upstream_http_error':
      return classOfStatus(upstream?.status ?? 0);
    default:
      return 'function-error';
  }
}

function classOfStatus(status: number): ErrorClass {
  if (status === UNAUTHORIZED) return 'auth-transient';
  if (status === TOO_MANY_REQUESTS) return 'throttled';
  return status >= SERVER_ERRORS_FROM ? 'provider-down' : 'function-error';
}
