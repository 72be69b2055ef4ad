import { InterpolationContext, interpolateUrl } from '@svc/providers';
import type { RenewalSubject } from '../auth-modes/renewal.js';

/** The host that a renewal asks; undefined where none is asked or where it cannot be told beforehand. */
export function tokenHostOf({
  provider,
  integration,
  connectionConfig,
  credentials,
}: RenewalSubject): string | undefined {
  const { refresh_url, token_url, auth_mode } = provider;
  const template =
    refresh_url ?? (typeof token_url === 'object' ? (token_url[auth_mode] ?? token_url['APP']) : token_url);
  if (template === undefined) return undefined;
  const context = new InterpolationContext({
    connectionConfig,
    credentials,
    integrationConfig: { ...integration.config, ...integration.custom },
  });
  try {
    return new URL(interpolateUrl(template, context)).host;
  } catch {
    // The renewal itself says what is missing.
    return undefined;
  }
}
