import type { RunFailure } from '@svc/contracts';
import type { ErrorClass } from '@svc/contracts/workflows';
import { ERROR_TABLE } from '@svc/errors';
import { z } from 'zod';

const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS_FROM = 500;

type Failure = Pick<RunFailure, 'type' | 'name' | 'upstream' | 'payload'>;

/** What the runner keeps of an answer in which the gateway refused something. */
const refusalSchema = z.object({
  code: z.string(),
  details: z.object({ reason: z.string().optional(), last_failure: z.string().optional() }).optional().catch(undefined),
});

/** Outcomes of a token refresh that say nothing final about the connection. */
const OF_REFRESH: Readonly<Record<string, ErrorClass>> = {
  provider_down: 'provider-down',
  throttled: 'throttled',
  auth_transient: 'auth-transient',
  misconfigured: 'function-error',
};

/** Decides, in the one place, what a failed run means for what happens next (rule 6). */
export function classifyRunFailure(failure: Failure): ErrorClass {
  switch (failure.type) {
    case 'auth_dead':
      return classOfRefresh(failure.payload) ?? 'auth-dead';
    case 'throttled':
      return 'throttled';
    case 'network_error':
      return 'provider-down';
    case 'platform':
      return 'platform';
    case 'upstream_http_error':
      return classOfStatus(failure.upstream?.status ?? 0);
    case 'function_error':
      return failure.name === 'GatewayError' ? classOfRefusal(failure.payload) : 'function-error';
    default:
      return 'function-error';
  }
}

function classOfStatus(status: number): ErrorClass {
  if (status === UNAUTHORIZED) return 'auth-transient';
  if (status === TOO_MANY_REQUESTS) return 'throttled';
  return status >= SERVER_ERRORS_FROM ? 'provider-down' : 'function-error';
}

/** A refresh that failed by an outage is an outage, not a dead connection. */
function classOfRefresh(payload: unknown): ErrorClass | undefined {
  const details = refusalSchema.safeParse(payload).data?.details;
  const reason = details?.reason === 'cooldown' ? (details.last_failure ?? 'auth_transient') : details?.reason;
  return reason === undefined ? undefined : OF_REFRESH[reason];
}

function classOfRefusal(payload: unknown): ErrorClass {
  const code = refusalSchema.safeParse(payload).data?.code;
  if (code === 'connection_refresh_backoff') return classOfRefresh(payload) ?? 'auth-transient';
  if (code === 'upstream_unreachable') return 'provider-down';
  if (code === 'server_error' || code === 'generic_error_support') return 'platform';
  return isErrorCode(code) && ERROR_TABLE[code].retryable ? 'platform' : 'function-error';
}

const isErrorCode = (code: string | undefined): code is keyof typeof ERROR_TABLE =>
  code !== undefined && Object.hasOwn(ERROR_TABLE, code);
