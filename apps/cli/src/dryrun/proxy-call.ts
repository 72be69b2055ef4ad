import { HEADERS, runProxyRequestSchema, type RunProxyRequest } from '@svc/contracts';
import type { HttpRequest } from './http-request.js';

/** Who calls, and for whom. */
export interface ProxyCaller {
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

/** A function's call to its provider, as a call of the gateway's public proxy (wire contract, section 7). */
export function toProxyCall(requestText: string, caller: ProxyCaller): HttpRequest {
  const request = runProxyRequestSchema.parse(JSON.parse(requestText));
  const absolute = /^https?:\/\//i.test(request.endpoint) ? new URL(request.endpoint) : undefined;
  const path = absolute ? `${absolute.pathname}${absolute.search}` : request.endpoint;
  const { body, contentType } = bodyOf(request);
  return {
    method: request.method,
    url: new URL(`${caller.host}/proxy/${path.replace(/^\/+/, '').replace(/#.*$/, '')}${queryOf(request, path)}`),
    headers: {
      ...caller.headers,
      'provider-config-key': request.providerConfigKey ?? caller.providerConfigKey,
      'connection-id': request.connectionId ?? caller.connectionId,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...configurationHeaders(request, absolute?.origin),
      ...ownHeaders(request.headers ?? {}),
    },
    body,
  };
}

function configurationHeaders(request: RunProxyRequest, origin: string | undefined): Record<string, string> {
  const { retries, retryOn, retryHeader, decompress, forwardHeadersOnRedirect } = request;
  const baseUrl = origin ?? request.baseUrlOverride;
  return {
    ...(baseUrl !== undefined && { 'base-url-override': baseUrl }),
    ...(retries !== undefined && { retries: String(retries) }),
    ...(retryOn && { 'retry-on': retryOn.join(',') }),
    ...(retryHeader?.at && { 'retry-header-at': retryHeader.at }),
    ...(retryHeader?.after && { 'retry-header-after': retryHeader.after }),
    ...(decompress !== undefined && { decompress: String(decompress) }),
    ...(forwardHeadersOnRedirect !== undefined && { 'forward-headers-on-redirect': String(forwardHeadersOnRedirect) }),
  };
}

/** With the prefix, a header reaches the provider whatever its name. */
const ownHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`${HEADERS.proxyPrefix.canonical}${name}`, value]),
  );

function queryOf({ params }: RunProxyRequest, path: string): string {
  if (params === undefined) return '';
  const pairs = Object.entries(typeof params === 'string' ? {} : params).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const query = typeof params === 'string' ? params.replace(/^\?/, '') : new URLSearchParams(pairs).toString();
  if (query === '') return '';
  return `${path.includes('?') ? '&' : '?'}${query}`;
}

function bodyOf({ data, dataEncoding }: RunProxyRequest): { body?: string | Buffer; contentType?: string } {
  if (data === undefined || data === null) return {};
  if (typeof data !== 'string') return { body: JSON.stringify(data), contentType: 'application/json' };
  if (dataEncoding === 'base64') return { body: Buffer.from(data, 'base64'), contentType: 'application/octet-stream' };
  return { body: data, contentType: 'text/plain;charset=utf-8' };
}
