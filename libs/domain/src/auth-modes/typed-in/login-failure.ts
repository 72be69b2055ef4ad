import type { JsonAnswer } from '@svc/http';
import type { TokenBody } from '../tokens/token-answer.js';
import { TokenFailure, tokenFailureOf, type TokenFailureKind } from '../tokens/token-failure.js';

/**
 * Reads the refusal of a login with what a person typed in. There is no standard for it, so the status counts: 401 means
 * that these credentials are wrong, whatever the words beside it, unless it is the page of a gateway in between. 403 may
 * as well be a firewall or a right that is missing, so it and the other ones may pass.
 */
export function loginFailureOf(answer: JsonAnswer, body: TokenBody | undefined): TokenFailure {
  const failure = tokenFailureOf(answer, body, 'client');
  const isPage = answer.headers['content-type']?.includes('html') ?? false;
  if (answer.status === 401) return as(isPage ? 'auth_transient' : 'auth_dead', failure);
  return answer.status === 403 && failure.kind === 'auth_dead' ? as('auth_transient', failure) : failure;
}

/** The same failure, read in another way. */
const as = (kind: TokenFailureKind, { message, answer }: TokenFailure): TokenFailure =>
  new TokenFailure(kind, message, answer);
