import { parseMoment, type Provider } from '@svc/contracts';
import { expiryOf, valueAt, type TokenBody } from '../tokens/token-answer.js';

/** What a token lives where nobody says it (wire contract, section 17). */
const DEFAULT_LIFE_MS = 86_400_000;

type ExpiryFields = Pick<Provider, 'token_response' | 'token_expires_in_ms' | 'expires_in_unit'>;

/** When a token ends: by the answer, as the definition reads it, else by the life that the definition knows. */
export function twoStepExpiry(provider: ExpiryFields, answer: TokenBody, nowMs = Date.now()): Date {
  const { token_expires_in_ms: lifeMs = DEFAULT_LIFE_MS } = provider;
  return answered(provider, answer, nowMs) ?? new Date(nowMs + lifeMs);
}

function answered({ token_response, expires_in_unit: unit }: ExpiryFields, answer: TokenBody, nowMs: number) {
  const { token_expiration: path, token_expiration_strategy: strategy } = token_response ?? {};
  if (path === undefined) return null;
  const value = valueAt(answer, path);
  return strategy === 'expireAt' ? parseMoment(value) : expiryOf({ expires_in: value }, { unit }, nowMs);
}
