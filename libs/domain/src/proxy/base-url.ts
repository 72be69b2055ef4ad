import { AppError } from '@svc/errors';
import { interpolateUrl, type InterpolationContext } from '@svc/providers';
import type { ProxyTarget } from './proxy-target.js';

/**
 * Key of the integration's configuration that restricts `Base-Url-Override`, which sends credentials to any host: host
 * names separated by commas, `*.example.com` for all below one, or `none` to switch the header off.
 */
const ALLOWED_HOSTS_KEY = 'allowed_base_url_hosts';

/**
 * The address that the path is appended to, without a slash at its end.
 *
 * @throws AppError `missing_api_url`, `base_url_override_disabled`, `base_url_override_not_allowed`.
 */
export function resolveBaseUrl(
  override: string | undefined,
  target: ProxyTarget,
  context: InterpolationContext,
): string {
  if (override) {
    checkOverride(override, target);
    return withoutTrailingSlash(override);
  }
  const template = target.provider.proxy?.base_url;
  if (!template) {
    throw new AppError(
      'missing_api_url',
      `The provider "${target.provider.name}" has no base URL. Send the header Base-Url-Override with the address of the API.`,
    );
  }
  return withoutTrailingSlash(interpolateUrl(template, context));
}

function checkOverride(override: string, { integration }: ProxyTarget): void {
  const allowed = integration.config[ALLOWED_HOSTS_KEY]?.trim();
  if (!allowed) return;
  if (allowed === 'none') {
    throw new AppError(
      'base_url_override_disabled',
      `The integration "${integration.uniqueKey}" does not take the header Base-Url-Override. Leave it out.`,
    );
  }
  const { hostname } = new URL(override);
  if (allowed.split(',').some((pattern) => matchesHost(hostname, pattern.trim().toLowerCase()))) return;
  throw new AppError(
    'base_url_override_not_allowed',
    `The integration "${integration.uniqueKey}" does not allow the host "${hostname}" in Base-Url-Override. Allowed: ${allowed}.`,
  );
}

function matchesHost(hostname: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}

const withoutTrailingSlash = (url: string): string => (url.endsWith('/') ? url.replace(/\/+$/, '') : url);
