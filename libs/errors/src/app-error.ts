import type { ErrorEnvelope, ErrorIssue } from '@svc/contracts';
import { ERROR_TABLE, type ErrorCode, type ErrorTraits } from './error-table.js';

type Upstream = NonNullable<ErrorEnvelope['error']['upstream']>;

/** What an {@link AppError} may carry beside its code and message. */
export interface AppErrorDetails {
  /** Status of this route where it differs from the table's. */
  readonly status?: number;
  /** Problems of the input, each with its path. */
  readonly errors?: readonly ErrorIssue[];
  /** Machine-readable details for the caller. Never a secret. */
  readonly payload?: unknown;
  /** The provider's answer that caused the failure. */
  readonly upstream?: Upstream;
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong underneath; logged, never sent. */
  readonly cause?: unknown;
}

/** The one error type of the gateway. Its code decides the status, whether a retry makes sense, and the log level. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return this.details.status ?? ERROR_TABLE[this.code].status;
  }

  get traits(): ErrorTraits {
    return ERROR_TABLE[this.code];
  }

  /** The body that a caller gets. */
  toEnvelope(requestId?: string): ErrorEnvelope {
    const { errors, payload, upstream } = this.details;
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(requestId !== undefined && { request_id: requestId }),
        ...(errors && { errors: [...errors] }),
        ...(payload !== undefined && { payload }),
        ...(upstream && { upstream }),
      },
    };
  }
}
