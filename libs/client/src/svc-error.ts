import type { ErrorEnvelope, ErrorIssue } from '@svc/contracts';

/** An answer of the gateway that is not a success. */
export class SvcError extends Error {
  override readonly name = 'SvcError';

  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** Code of the gateway's error table, or the network's error code when there was no answer. */
    readonly code: string,
    message: string,
    /** Id under which the gateway's log has the request. */
    readonly requestId: string | undefined,
    /** Problems of the input, each with its path. */
    readonly errors: readonly ErrorIssue[],
    /** Details of the failure, such as what an `ActionError` carried. */
    readonly payload: unknown,
    /** The external API's answer behind the failure. */
    readonly upstream: ErrorEnvelope['error']['upstream'],
    /** Headers of the answer, by lower-case name. */
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(message);
  }

  /** Seconds to wait before another attempt, when the gateway said so. */
  get retryAfterSeconds(): number | undefined {
    const value = this.headers['retry-after'];
    return value === undefined ? undefined : Number(value);
  }
}
