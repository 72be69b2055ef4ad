import type { JsonAnswer } from '@svc/http';
import { meaningOf, refusalOf, type GrantOwner, type TokenRefusal } from './token-refusal.js';

export type { GrantOwner };

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

/** Kinds that pass by themselves or that the integration's owner can mend: repeated with patience, without the user. */
export const passes = (kind: TokenFailureKind): boolean => isOutage(kind) || kind === 'auth_transient';

/** What a token endpoint said, as far as it may be shown: never a token. */
export interface TokenEndpointAnswer {
  readonly status: number;
  /** OAuth error code, where there was one. */
  readonly error?: string;
  readonly description?: string;
  /** What the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
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

/** Reads an answer without a token as the failure that it is. */
export function tokenFailureOf(
  answer: JsonAnswer,
  body: Readonly<Record<string, unknown>> | undefined,
  owner: GrantOwner,
): TokenFailure {
  const { status } = answer;
  const refusal = refusalOf(body);
  const { code, description } = refusal;
  const retryAfterMs = retryAfterOf(answer.headers['retry-after']);
  const shown = {
    status,
    ...(code !== undefined && { error: code }),
    ...(description !== undefined && { description }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  const said = code === undefined ? `answered ${status}` : `answered ${status} ${code}`;
  return new TokenFailure(
    kindOf(status, refusal, owner, body !== undefined),
    `The token endpoint ${said} and gave no token.`,
    shown,
  );
}

function kindOf(status: number, refusal: TokenRefusal, owner: GrantOwner, isReadable: boolean): TokenFailureKind {
  if (status === 429) return 'throttled';
  if (status >= 500 || status === 408) return 'provider_down';
  const meant = meaningOf(refusal, owner);
  if (meant) return meant;
  // Without a code, only a refusal speaks about the credentials; a page from a proxy or a redirect does not.
  if (status === 401) return owner === 'client' ? 'auth_dead' : 'auth_transient';
  return isReadable && status >= 400 ? 'auth_transient' : 'provider_down';
}

const SECONDS = /^\d{1,9}$/;

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterOf(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (SECONDS.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
