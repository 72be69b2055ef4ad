import type { JsonAnswer } from '@svc/http';

/**
 * Why no token could be had; decided once, where the answer is read (design: errors are classified once).
 * `auth_dead`: the authorization is gone and only the user can give a new one. `auth_transient`: refused for a reason that
 * may pass or that the integration's owner can mend. `throttled` and `provider_down` say nothing about the connection.
 * `misconfigured`: the request could not even be written. `refresh_interrupted`: a process died between sending the
 * request and saving its answer.
 */
export type TokenFailureKind =
  'auth_dead' | 'auth_transient' | 'throttled' | 'provider_down' | 'misconfigured' | 'refresh_interrupted';

/** Kinds that say nothing about the connection: it stays healthy, and a token that is still valid goes on serving. */
const OUTAGES: ReadonlySet<string> = new Set<TokenFailureKind>(['throttled', 'provider_down']);

/** Whether a failure of this kind leaves the connection healthy. */
export const isOutage = (kind: string | null): boolean => kind !== null && OUTAGES.has(kind);

/** What a token endpoint said, as far as it may be shown: never a token. */
export interface TokenEndpointAnswer {
  readonly status: number;
  /** OAuth error code, where there was one. */
  readonly error?: string;
  readonly description?: string;
}

/** No token could be had. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';

  constructor(
    readonly kind: TokenFailureKind,
    message: string,
    readonly answer?: TokenEndpointAnswer,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Longest part of a provider's own words that is repeated. */
const MAX_DESCRIPTION_LENGTH = 300;

/** Codes for "this grant will never work again", as providers spell it (RFC 6749, section 5.2, and beyond). */
const DEAD_GRANT: ReadonlySet<string> = new Set([
  'invalid_grant',
  'unauthorized_client',
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'bad_refresh_token',
  'invalid_refresh_token',
  'refresh_token_expired',
  'invalid_token',
  'token_revoked',
  'token_expired',
]);

/** Client credentials belong to the connection, so a refused client is a dead connection there. */
const DEAD_CLIENT: ReadonlySet<string> = new Set([...DEAD_GRANT, 'invalid_client']);

const DOWN: ReadonlySet<string> = new Set([
  'temporarily_unavailable',
  'server_error',
  'internal_error',
  'service_unavailable',
]);
const THROTTLED: ReadonlySet<string> = new Set([
  'slow_down',
  'rate_limited',
  'ratelimited',
  'rate_limit_exceeded',
  'too_many_requests',
]);

/** Whose credentials a token request carries: those of a user's grant, or the client's own. */
export type GrantOwner = 'user' | 'client';

/** Reads an answer without a token as the failure that it is. */
export function tokenFailureOf(
  answer: JsonAnswer,
  body: Readonly<Record<string, unknown>> | undefined,
  owner: GrantOwner,
): TokenFailure {
  const { status } = answer;
  const error = codeOf(body);
  const description = textOf(body?.['error_description'] ?? body?.['message']);
  const shown = { status, ...(error !== undefined && { error }), ...(description !== undefined && { description }) };
  const said = error === undefined ? `answered ${status}` : `answered ${status} ${error}`;
  return new TokenFailure(
    kindOf(status, error, body !== undefined, owner),
    `The token endpoint ${said} and gave no token.`,
    shown,
  );
}

function kindOf(status: number, error: string | undefined, isReadable: boolean, owner: GrantOwner): TokenFailureKind {
  if (status === 429 || (error !== undefined && THROTTLED.has(error))) return 'throttled';
  if (status >= 500 || status === 408 || (error !== undefined && DOWN.has(error))) return 'provider_down';
  if (error !== undefined)
    return (owner === 'user' ? DEAD_GRANT : DEAD_CLIENT).has(error) ? 'auth_dead' : 'auth_transient';
  // Without a code, only a refusal speaks about the credentials; a page from a proxy or a redirect does not.
  if (status === 401) return owner === 'client' ? 'auth_dead' : 'auth_transient';
  return isReadable && status >= 400 ? 'auth_transient' : 'provider_down';
}

/** `error` as RFC 6749 has it, or nested as some providers answer it. */
function codeOf(body: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = body?.['error'] ?? body?.['error_code'];
  if (typeof error === 'string') return shorten(error);
  if (typeof error !== 'object' || error === null) return undefined;
  return textOf(Reflect.get(error, 'code') ?? Reflect.get(error, 'type') ?? Reflect.get(error, 'status'));
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? shorten(value) : undefined;
const shorten = (text: string): string => text.slice(0, MAX_DESCRIPTION_LENGTH);
