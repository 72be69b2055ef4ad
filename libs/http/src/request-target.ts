import { AppError } from '@svc/errors';

/** Where a request goes: what the socket needs, and the path exactly as it was written. */
export interface RequestTarget {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: string;
  /** Value of the `Host` header. */
  readonly host: string;
  readonly origin: string;
  readonly path: string;
}

/** What may not stand in a request line; Node writes the rest as single bytes. */
// eslint-disable-next-line no-control-regex
const UNSAFE_IN_PATH = /[\u0000-\u0020\u007f]|[^\u0000-\u00ff]/gu;

/**
 * Splits a URL without changing its path and query: no dot segment is resolved and nothing is encoded that can be sent as
 * it is. The host is normalised as browsers do it, so decimal and octal notations become plain addresses here.
 *
 * @throws AppError `address_not_allowed` for a scheme other than http and https, and for text that is no URL.
 */
export function parseTarget(url: string): RequestTarget {
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#\\]*)([^#]*)/is.exec(url) ?? [];
  const origin = originOf(`${url.slice(0, url.indexOf(':'))}://${authority}`);
  if (authority === '' || !origin) {
    throw new AppError(
      'address_not_allowed',
      `"${withoutQuery(url)}" is no http or https address. Use a full URL with a host name.`,
    );
  }
  const path = (rest.startsWith('/') ? rest : `/${rest}`).replace(UNSAFE_IN_PATH, encodeURIComponent);
  return { ...origin, path };
}

type Origin = Omit<RequestTarget, 'path'>;

/** Parsing a URL takes microseconds and installations talk to few origins: the latest ones are kept. */
const ORIGIN_CACHE_SIZE = 1_000;
const originCache = new Map<string, Origin>();

function originOf(text: string): Origin | undefined {
  const cached = originCache.get(text);
  if (cached) return cached;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, host, origin } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const bareHostname = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const parsed = { secure: protocol === 'https:', hostname: bareHostname, port, host, origin };
  if (originCache.size >= ORIGIN_CACHE_SIZE) originCache.clear();
  originCache.set(text, parsed);
  return parsed;
}

/** A URL that may be shown: without user name, password, query and fragment, where secrets stand. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}
