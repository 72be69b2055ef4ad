import { filterHeaders, headerValue, type RawHeaders } from './raw-headers.js';

/** How the client treats redirects of GET and HEAD (D23). Those of other methods are returned as they are. */
export interface RedirectPolicy {
  /** Hops followed before the redirect itself is returned. */
  readonly maxHops: number;
  /** Keep Authorization, cookies and `sensitiveHeaders` also when the origin changes. */
  readonly forwardHeaders: boolean;
  /** Further lower-case header names that carry credentials. */
  readonly sensitiveHeaders?: ReadonlySet<string> | undefined;
}

/** D23. */
export const MAX_REDIRECT_HOPS = 5;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** The address that a redirect leads to, or undefined where it is not followed. */
export function redirectTarget(method: string, url: string, status: number, headers: RawHeaders): string | undefined {
  if (!REDIRECT_STATUSES.has(status) || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const location = headerValue(headers, 'location');
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  // An absolute address is taken byte for byte: signed links break when they are encoded anew.
  if (/^https?:\/\//i.test(location)) return location.split('#', 1)[0];
  const target = new URL(location, url);
  target.hash = '';
  return target.href;
}

/** Whether scheme, host and port are the same. */
export const isSameOrigin = (from: string, to: string): boolean => new URL(from).origin === new URL(to).origin;

/** Headers of the next hop: credentials are dropped when scheme, host or port change, and `Host` follows the address. */
export function redirectHeaders(headers: RawHeaders, from: string, to: string, policy: RedirectPolicy): string[] {
  if (isSameOrigin(from, to)) return [...headers];
  return filterHeaders(headers, (name) => {
    if (name === 'host') return false;
    if (policy.forwardHeaders) return true;
    return name !== 'authorization' && name !== 'cookie' && !policy.sensitiveHeaders?.has(name);
  });
}
