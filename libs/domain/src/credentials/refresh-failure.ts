import { AppError, type ErrorCode } from '@svc/errors';
import type { ConnectionRow, OpenOutage } from '@svc/database';
import type { TokenFailureKind } from '../auth-modes/tokens/token-failure.js';

/** Days in a row on which a refresh failed, after which none is tried any more unless forced (wire contract, section 5). */
export const EXHAUSTED_AFTER_DAYS = 4;

export type RefreshBlock = 'cooldown' | 'exhausted' | 'refresh_interrupted';

type FailureState = Pick<
  ConnectionRow,
  'refreshFailedAt' | 'refreshFailedDays' | 'refreshFailureReason' | 'refreshRetryAt'
>;

/** Why a refresh is not even tried, or undefined when it may be. */
export function refreshBlockOf(state: FailureState, cooldownMs: number, nowMs = Date.now()): RefreshBlock | undefined {
  // Trying again could end what is left of the authorization, so it takes a decision: a forced refresh or a reconnect.
  if (state.refreshFailureReason === 'refresh_interrupted') return 'refresh_interrupted';
  if (state.refreshFailedDays >= EXHAUSTED_AFTER_DAYS) return 'exhausted';
  return cooldownEndOf(state, cooldownMs) > nowMs ? 'cooldown' : undefined;
}

/** When a refresh may be tried again after the last failure, in milliseconds since 1970. */
export const cooldownEndOf = ({ refreshFailedAt, refreshRetryAt }: FailureState, cooldownMs: number): number =>
  Math.max(refreshFailedAt ? refreshFailedAt.getTime() + cooldownMs : 0, refreshRetryAt?.getTime() ?? 0);

const BLOCKED: Readonly<Record<RefreshBlock, { readonly code: ErrorCode; readonly message: string }>> = {
  cooldown: {
    code: 'connection_refresh_backoff',
    message:
      'The last refresh failed a moment ago and is not repeated before retry_at. Pass force_refresh=true to try at once.',
  },
  exhausted: {
    code: 'invalid_credentials',
    message:
      'The refresh failed on several days in a row and is not tried any more. Reconnect the account, or pass force_refresh=true to try once more.',
  },
  refresh_interrupted: {
    code: 'refresh_interrupted',
    message:
      'A refresh was cut off after it had been sent, so the stored refresh token may be used up. Pass force_refresh=true to try it once, or reconnect the account.',
  },
};

/** 424: a refresh is needed and not tried. */
export function refreshBlocked(block: RefreshBlock, reason: string | null, retryAtMs?: number): AppError {
  const { code, message } = BLOCKED[block];
  return new AppError(code, message, {
    status: 424,
    payload: {
      reason: block,
      ...(reason !== null && { last_failure: reason }),
      ...(retryAtMs !== undefined && { retry_at: new Date(retryAtMs).toISOString() }),
    },
  });
}

/** 424: the provider fails for everybody at the moment, so nobody but a probe asks it. */
export const refreshWaits = ({ reason, nextProbeAt }: OpenOutage, host: string): AppError =>
  new AppError(
    'connection_refresh_backoff',
    `Token requests to ${host} have been failing for several connections. They are tried again from retry_at on; nothing is wrong with this connection.`,
    { status: 424, payload: { reason, retry_at: nextProbeAt.toISOString() } },
  );

const ADVICE: Readonly<Record<TokenFailureKind, string>> = {
  auth_dead: 'The provider no longer accepts the authorization: reconnect the account.',
  auth_transient:
    'The provider refused the refresh: check the client id and secret of the integration, then try again.',
  throttled: 'The provider limits token requests at the moment: try again later.',
  provider_down: "The provider's token endpoint could not be reached or answered an error of its own: try again later.",
  misconfigured: 'The token request could not be made: check the configuration of the integration and the connection.',
  refresh_interrupted: BLOCKED.refresh_interrupted.message,
};

const isKind = (text: string): text is TokenFailureKind => Object.hasOwn(ADVICE, text);

/** 400 `invalid_credentials` (424 when interrupted): a refresh was tried and failed. */
export function refreshFailed(reason: string | null, detail = '', cause?: unknown): AppError {
  const kind: TokenFailureKind = reason !== null && isKind(reason) ? reason : 'provider_down';
  if (kind === 'refresh_interrupted') return refreshBlocked(kind, kind);
  return new AppError('invalid_credentials', [ADVICE[kind], detail].filter(Boolean).join(' '), {
    payload: { reason: kind },
    cause,
  });
}
