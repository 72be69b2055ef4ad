import type { GatewayError } from '../gateway-error.js';
import type { ProxyConfiguration, ProxyError, ProxyResponse } from '@svc/functions';

/** A proxied call that got an error status, or no answer from the provider. */
export class RequestError extends Error implements ProxyError {
  override readonly name = 'AxiosError';
  readonly isAxiosError = true;
  readonly code: string;
  readonly config: ProxyConfiguration;
  readonly status?: number;
  readonly response?: ProxyResponse;

  constructor(message: string, code: string, config: ProxyConfiguration, response?: ProxyResponse) {
    super(message);
    this.code = code;
    this.config = config;
    if (response) {
      this.status = response.status;
      this.response = response;
    }
  }
}

/** The network's code, as the gateway tells it. */
export const networkCodeOf = ({ payload }: GatewayError): string => {
  const isObject = typeof payload === 'object' && payload !== null;
  return isObject && 'code' in payload && typeof payload.code === 'string' ? payload.code : 'ERR_NETWORK';
};
