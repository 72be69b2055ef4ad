import { forwardedHeaders, type EnvironmentCaller, type ProxyBody, type ProxyCall } from '@svc/domain';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { parseProxyHeaders } from './parse-proxy-headers.js';
import { proxyEndpoint } from './proxy-routing.js';

/** A request to `/proxy` as a call to pass on. */
export function proxyCallOf(request: FastifyRequest, caller: EnvironmentCaller, signal: AbortSignal): ProxyCall {
  const settings = parseProxyHeaders(request.raw.headers);
  return {
    environmentId: caller.environmentId,
    providerConfigKey: settings['provider-config-key'],
    connectionId: settings['connection-id'],
    requestId: request.id,
    method: request.method,
    endpoint: proxyEndpoint(request.originalUrl) ?? '',
    headers: forwardedHeaders(request.raw.rawHeaders),
    body: bodyOf(request.raw),
    retries: settings.retries,
    retryOn: settings['retry-on'],
    retryHeader: { at: settings['retry-header-at'], after: settings['retry-header-after'] },
    baseUrlOverride: settings['base-url-override'],
    decompress: settings.decompress,
    forwardHeadersOnRedirect: settings['forward-headers-on-redirect'],
    signal,
  };
}

function bodyOf(message: IncomingMessage): ProxyBody | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  if (encoding !== undefined) return { content: message, length: undefined };
  return length === undefined || length === '0' ? undefined : { content: message, length: Number(length) };
}
