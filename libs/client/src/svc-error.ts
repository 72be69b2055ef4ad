import type { ErrorEnvelope, ErrorIssue } from '@svc/contracts';

/** What a failed answer said. */
export interface SvcErrorDetails {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Code of the gateway's error table, or the network's error code when there was no answer. */
  readonly code: string;
  readonly message: string;
  /** Id under which the gateway's log has the request. */
  readonly requestId?: string | undefined;
  /** Problems of the input, each with its path. */
  readonly errors?: readonly ErrorIssue[] | undefined;
  /** Details of the failure, such as what an `ActionError` carried. */
  readonly payload?: unknown;
  /** The external API's answer behind the failure. */
  readonly upstream?: ErrorEnvelope['error']['upstream'];
  /** Headers of the answer, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of the gateway that is not a success, or none at all. */
export class SvcError extends Error implements SvcErrorDetails {
  override readonly name = 'SvcError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly errors: readonly ErrorIssue[];
  readonly payload: unknown;
  readonly upstream: ErrorEnvelope['error']['upstream'];
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, code, message, requestId, errors = [], payload, upstream, headers = {} }: SvcErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
    this.payload = payload;
    this.upstream = upstream;
    this.headers = headers;
  }

  /** Seconds to wait before another attempt, when the gateway said so. */
  get retryAfterSeconds(): number | undefined {
    const value = this.headers['retry-after'];
    return value === undefined ? undefined : Number(value);
  }
}
