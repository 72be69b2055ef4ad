import { AppError } from '@svc/errors';

/** Codes with which the credentials of a connection could not be made usable. */
const DEAD_CREDENTIALS = new Set(['invalid_credentials', 'refresh_interrupted']);

/**
 * The failure as callers of `/proxy` know it (wire contract, section 7): whatever kept the credentials from being
 * refreshed is `server_error` with the status of the refresh; the reason is in the payload.
 */
export function proxyFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || !DEAD_CREDENTIALS.has(error.code)) return error;
  return new AppError('server_error', error.message, {
    ...error.details,
    status: error.status,
    payload: { reason: error.code },
    cause: error,
  });
}
