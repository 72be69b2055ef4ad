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
