import type { RunProxyRequest } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { explicitHeaders } from './forwarded-headers.js';
import type { ProxyBody, ProxyCall } from './proxy-call.js';

type RunContext = Pick<
  ProxyCall,
  'environmentId' | 'providerConfigKey' | 'connectionId' | 'requestId' | 'operation' | 'signal'
>;

/** What a function asked for, as a proxied call. */
export function runProxyCall(request: RunProxyRequest, context: RunContext): ProxyCall {
  const data = dataOf(request);
  const headers = { ...request.headers };
  const hasContentType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (data?.contentType && !hasContentType) headers['Content-Type'] = data.contentType;
  return {
    ...context,
    providerConfigKey: request.providerConfigKey ?? context.providerConfigKey,
    connectionId: request.connectionId ?? context.connectionId,
    method: request.method.toUpperCase(),
    endpoint: endpointOf(request),
    isLink: request.isLink,
    headers: explicitHeaders(headers),
    ...(data && { body: data.body }),
    retries: request.retries ?? 0,
    retryOn: request.retryOn,
    retryHeader: request.retryHeader,
    baseUrlOverride: request.baseUrlOverride,
    decompress: request.decompress,
    forwardHeadersOnRedirect: request.forwardHeadersOnRedirect,
  };
}

/** Characters that cannot stand in an address as they are. */
// eslint-disable-next-line no-control-regex
const NOT_IN_AN_ADDRESS = /[\u0000-\u0020\u007f-\uffff]+/g;

function endpointOf({ endpoint, params, isLink }: RunProxyRequest): string {
  const path = (endpoint.startsWith('/') || isLink ? endpoint : `/${endpoint}`)
    .split('#', 1)[0]
    ?.replace(NOT_IN_AN_ADDRESS, (text) => encodeURIComponent(text.toWellFormed()));
  const query = queryOf(params);
  if (path === undefined || query === '') return path ?? '/';
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function queryOf(params: RunProxyRequest['params']): string {
  if (params === undefined) return '';
  if (typeof params === 'string')
    return params.replace(/^\?/, '').replace(NOT_IN_AN_ADDRESS, (text) => encodeURIComponent(text.toWellFormed()));
  return Object.entries(params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
}

function dataOf({ data, dataEncoding }: RunProxyRequest): { body: ProxyBody; contentType?: string } | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === 'string')
    return { body: bytes(Buffer.from(data, dataEncoding === 'base64' ? 'base64' : 'utf8')) };
  if (dataEncoding === 'base64') throw new AppError('invalid_body', 'data must be text when dataEncoding is base64.');
  return { body: bytes(Buffer.from(JSON.stringify(data))), contentType: 'application/json' };
}

const bytes = (content: Buffer): ProxyBody => ({ content, length: content.length });
