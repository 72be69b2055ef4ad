import { interpolateText, type InterpolationContext } from '@svc/providers';
import { TokenFailure } from '../tokens/token-failure.js';

/**
 * Fills in a text that must be whole.
 *
 * @throws TokenFailure `misconfigured` that names what has no value.
 */
export function filledIn(template: string, context: InterpolationContext): string {
  const { text, missing } = interpolateText(template, context);
  if (!missing) return text;
  const names = missing.map(({ raw }) => raw).join(' and ');
  throw new TokenFailure('misconfigured', `Nothing can be signed without a value for ${names}: reconnect with it.`);
}
