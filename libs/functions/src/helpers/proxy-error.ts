import type { ProxyConfiguration, ProxyResponse } from './proxy-configuration.js';

/** Shape of the error that a proxied call throws for a status outside 200 to 299, or when no answer came. */
export interface ProxyError extends Error {
  /** `ERR_BAD_REQUEST` (4xx), `ERR_BAD_RESPONSE` (5xx), or the network's code such as `ECONNREFUSED`. */
  readonly code: string;
  readonly config: ProxyConfiguration;
  readonly status?: number;
  /** The provider's answer; missing when none came. */
  readonly response?: ProxyResponse;
  readonly isAxiosError: true;
}
