import type { PaginationOverride } from './pagination.js';
import type { ProviderAnswer, ProviderData } from './provider-answer.js';

/**
 * Form in which the answer's body is given. Without one, JSON is parsed by its content type and the rest is text. A body arrives
 * whole, also as `stream`, whose one chunk it is: at most 64 MiB and half of the function's memory; a larger one is the error
 * `response_too_big`. Fetch it in ranges, or in pages.
 */
export type ResponseType = 'arraybuffer' | 'blob' | 'document' | 'json' | 'text' | 'stream';

/** A request to the provider through the connection's credentials (specification, helpers `get` to `delete`). */
export interface ProxyConfiguration {
  /** Path below the provider's base URL, or an absolute URL below it. May hold a query. */
  endpoint: string;
  /** For `proxy`; the other helpers have their own. Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Sent to the provider beside those of its definition, and instead of those of the same name. */
  headers?: Record<string, string | number | boolean>;
  /** The query: as text, or a value by name. */
  params?: string | Record<string, string | number | boolean>;
  /** Body: text, `URLSearchParams` and bytes are sent as they are, anything else as JSON. */
  data?: unknown;
  /** Attempts after a failed one, with exponential back-off from 3 s. Default 0. */
  retries?: number;
  /** Statuses that are retried in addition to the provider's own, or to 401, 429 and 5xx. */
  retryOn?: number[];
  /**
   * Header of a failed answer that says when to try again, before those of the provider's definition: `at` a moment (epoch in
   * seconds or milliseconds, or a date), `after` seconds. Without such a header in the answer, the wait is as without this.
   */
  retryHeader?: { at?: string; after?: string };
  /** Another base URL than the provider's, such as that of a region. */
  baseUrlOverride?: string;
  /** Asks for a compressed answer and unpacks it. Default false. */
  decompress?: boolean;
  /** Form of `response.data`. */
  responseType?: ResponseType;
  /** Keeps Authorization on a redirect to another origin. */
  forwardHeadersOnRedirect?: boolean;
  /** For `paginate`; merged over the provider's defaults. */
  paginate?: PaginationOverride;
  /** Another integration of the same environment. */
  providerConfigKey?: string;
  /** Another connection of the same environment. */
  connectionId?: string;
}

/** The provider's answer, with the call that it belongs to. */
export interface ProxyResponse<T = ProviderData> extends ProviderAnswer<T> {
  /** The configuration of the call. */
  config: ProxyConfiguration;
  /** Method and endpoint of the call. */
  request: { method: string; path: string };
}
