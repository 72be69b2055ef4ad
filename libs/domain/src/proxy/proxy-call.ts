import type { Readable } from 'node:stream';
import type { RawHeaders, RetryHeader } from '@svc/http';
import type { Operation } from '../logs/operation.js';
import type { ForwardedHeaders } from './forwarded-headers.js';
import type { ProxyTargetQuery } from './proxy-target.js';

/** A call to pass on to an external API. */
export interface ProxyCall extends ProxyTargetQuery {
  readonly requestId: string;
  readonly method: string;
  /** Path and query, as the caller wrote them. */
  readonly endpoint: string;
  /** The endpoint is a link that an answer named. */
  readonly isLink?: boolean | undefined;
  readonly headers: ForwardedHeaders;
  readonly body?: ProxyBody | undefined;
  readonly retries: number;
  readonly retryOn?: readonly number[] | undefined;
  readonly retryHeader?: RetryHeader | undefined;
  /** Empty or missing: the provider's base address. */
  readonly baseUrlOverride?: string | undefined;
  readonly decompress?: boolean | undefined;
  readonly forwardHeadersOnRedirect?: boolean | undefined;
  /** The run that the call is a part of; without one, the call is an operation of its own. */
  readonly operation?: Operation | undefined;
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** The body of a call on its way. */
export interface ProxyBody {
  readonly content: Buffer | Readable;
  /** Bytes, where they are known before the body has been read. */
  readonly length: number | undefined;
}

/** What the external API answered. The body is still on its way. */
export interface ProxyAnswer {
  readonly status: number;
  readonly statusText: string;
  /** Without hop-by-hop headers. */
  readonly headers: RawHeaders;
  readonly body: Readable;
}
