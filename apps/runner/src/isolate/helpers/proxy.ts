import type { UpstreamMeta } from '@svc/contracts';
import type { ProxyConfiguration, ProxyResponse } from '@svc/functions';
import type { Bridge, HostAnswer } from '../bridge.js';
import { GatewayError } from '../gateway-error.js';
import { toProxyRequest } from './proxy-request.js';
import { networkCodeOf, RequestError } from './request-error.js';
import { toResponseData, wantsBytes } from './response-data.js';

type Head = UpstreamMeta & { readonly statusText: string };

const contentTypeOf = (headers: UpstreamMeta['headers']): string => String(headers['content-type'] ?? '');

/** The proxied calls of a run: `proxy`, `get`, `post`, ... */
export class Proxy {
  constructor(private readonly bridge: Bridge) {}

  readonly request = async (config: ProxyConfiguration): Promise<ProxyResponse> => {
    const request = toProxyRequest(config);
    const line = `${request.method} ${request.endpoint}`;
    const { head, body } = await this.send(request, config, line);
    const { status, statusText, headers } = head as Head;
    const response: ProxyResponse = {
      data: toResponseData(body, contentTypeOf(headers), config.responseType),
      status,
      statusText,
      headers,
      config,
      request: { method: request.method, path: request.endpoint },
    };
    if (status >= 200 && status < 300) return response;
    const code = status >= 500 ? 'ERR_BAD_RESPONSE' : 'ERR_BAD_REQUEST';
    throw new RequestError(`Request failed with status code ${status}: ${line}`, code, config, response);
  };

  withMethod(
    method: NonNullable<ProxyConfiguration['method']>,
  ): (config: ProxyConfiguration) => Promise<ProxyResponse> {
    return async (config) => await this.request({ ...config, method });
  }

  private async send(request: unknown, config: ProxyConfiguration, line: string): Promise<HostAnswer> {
    try {
      return await this.bridge.call('proxy', { bytes: wantsBytes(config.responseType) }, JSON.stringify(request));
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'upstream_unreachable') throw error;
      throw new RequestError(`${error.message} (${line})`, networkCodeOf(error), config);
    }
  }
}
