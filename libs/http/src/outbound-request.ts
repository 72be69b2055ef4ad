import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { RawHeaders } from './raw-headers.js';
import type { RedirectPolicy } from './redirect-rules.js';
import type { BackoffSettings } from './retry-wait.js';
import type { RetryRules } from './retry-rules.js';

/** A request as it is to appear on the wire. The client adds nothing but framing and `Host`. */
export interface OutboundRequest {
  readonly method: string;
  /** Absolute http or https address; path and query are sent byte for byte. */
  readonly url: string;
  readonly headers: RawHeaders;
  /** Bytes can be sent again (retries, redirects); a stream cannot. */
  readonly body?: Buffer | Readable | undefined;
  /** Certificate that the client shows, PEM; to the origin of `url` only, wherever a redirect leads. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** What happened to one attempt; described to `SendOptions.onAttempt`. */
export interface AttemptReport {
  /** 0 for the first one. */
  readonly attempt: number;
  readonly method: string;
  /** Without query and user information. */
  readonly url: string;
  readonly status?: number;
  /** Code of the network, where there was no answer. */
  readonly networkCode?: string;
  readonly durationMs: number;
  /** Wait before the next attempt, where there will be one. */
  readonly retryInMs?: number;
}

/** The request of the next attempt. */
export interface RenewedRequest {
  readonly request: OutboundRequest;
  /** Whether its credentials differ from those of the attempt before. */
  readonly credentialsChanged: boolean;
}

export interface RetryPlan {
  /** Extra attempts. */
  readonly retries: number;
  readonly rules: RetryRules;
  readonly backoff?: BackoffSettings | undefined;
  /** Makes the request anew with the credentials of the moment, after the wait. Without it the same one is sent again. */
  readonly renew?: (() => Promise<RenewedRequest>) | undefined;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Limit of the whole call, waits and body included. */
  readonly totalTimeoutMs?: number | undefined;
  readonly redirects?: RedirectPolicy | undefined;
  readonly retry?: RetryPlan | undefined;
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
}

/** An answer whose body is still on its way. Read it or destroy it. */
export interface OutboundResponse {
  readonly status: number;
  readonly statusText: string;
  readonly rawHeaders: RawHeaders;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
  /** Address that answered, after redirects. */
  readonly url: string;
}
