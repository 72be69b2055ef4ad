import type { IncomingMessage } from 'node:http';

/** The one path that the router knows for proxied calls. */
export const PROXY_ROUTE = '/proxy';

/**
 * Where the router looks for a request. Whatever follows `/proxy` belongs to the external API and is not the router's to
 * decode, shorten or refuse; handlers read it from `request.originalUrl`.
 */
export function routedUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return proxyEndpoint(url) === undefined ? url : PROXY_ROUTE;
}

/** Path and query for the external API, byte for byte; undefined for another route. */
export function proxyEndpoint(url: string): string | undefined {
  if (!url.startsWith(PROXY_ROUTE)) return undefined;
  const endpoint = url.slice(PROXY_ROUTE.length);
  return endpoint === '' || endpoint.startsWith('/') || endpoint.startsWith('?') ? endpoint : undefined;
}
