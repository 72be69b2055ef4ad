import type { RunProxyRequest } from '@svc/contracts';
import { Buffer } from 'buffer/';
import { URLSearchParams } from 'whatwg-url';
import { bytesOf, isBytes } from '../globals/bytes.js';
import type { PagedConfiguration } from './pagination-request.js';

type Body = Pick<RunProxyRequest, 'data' | 'dataEncoding'> & { readonly contentType?: string };

const bodyOf = (data: unknown): Body => {
  if (data === undefined || data === null) return {};
  if (data instanceof URLSearchParams) {
    return { data: data.toString(), contentType: 'application/x-www-form-urlencoded' };
  }
  if (isBytes(data)) return { data: Buffer.from(bytesOf(data)).toString('base64'), dataEncoding: 'base64' };
  return { data };
};

const hasContentType = (headers: Record<string, string>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');

/**
 * The request of a helper as the run API takes it.
 * @throws {TypeError} when the configuration has no endpoint
 */
export const toProxyRequest = (config: PagedConfiguration): RunProxyRequest => {
  if (typeof config !== 'object' || config === null || typeof config.endpoint !== 'string') {
    throw new TypeError('A call to the provider needs an "endpoint": the path below its base URL.');
  }
  const { contentType, ...body } = bodyOf(config.data);
  const given = Object.entries(config.headers ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const headers = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  if (contentType !== undefined && !hasContentType(headers)) headers['content-type'] = contentType;
  const params = typeof config.params === 'object' ? definedParams(config.params) : config.params;
  return {
    method: (config.method ?? 'GET').toUpperCase(),
    endpoint: config.endpoint,
    ...(config.isLink && { isLink: true }),
    headers,
    ...(params !== undefined && { params }),
    ...body,
    ...(config.retries !== undefined && { retries: config.retries }),
    ...(config.retryOn && { retryOn: config.retryOn }),
    ...(config.retryHeader && { retryHeader: config.retryHeader }),
    ...(config.baseUrlOverride !== undefined && { baseUrlOverride: config.baseUrlOverride }),
    ...(config.decompress !== undefined && { decompress: config.decompress }),
    ...(config.forwardHeadersOnRedirect !== undefined && { forwardHeadersOnRedirect: config.forwardHeadersOnRedirect }),
    ...(config.providerConfigKey !== undefined && { providerConfigKey: config.providerConfigKey }),
    ...(config.connectionId !== undefined && { connectionId: config.connectionId }),
  };
};

const definedParams = (params: Record<string, string | number | boolean>): Record<string, string | number | boolean> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null));
