import { interpolateValue, type InterpolationContext } from '@svc/providers';
import type { AuthSubject } from '../auth-subject.js';

/**
 * The scopes to ask for: those of the caller, else of the connection, else of the integration, else of the definition
 * (wire contract, section 6). Empty where nobody names any.
 */
export function scopesOf(
  { provider, integration, connectionConfig }: AuthSubject,
  context: InterpolationContext,
  asked?: string,
): readonly string[] {
  const given = [asked, connectionConfig['oauth_scopes_override'], integration.credentials['scopes']];
  return (
    given.map(listOf).find((scopes) => scopes.length > 0) ??
    (provider.default_scopes ?? []).flatMap((scope) => interpolateValue(scope, context) ?? [])
  );
}

/** Scopes hold neither blanks nor commas, so that both separate them. */
function listOf(scopes: unknown): readonly string[] {
  if (Array.isArray(scopes)) return scopes.map(String).filter(Boolean);
  return typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter(Boolean) : [];
}
