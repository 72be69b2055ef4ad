/** What the host answers when a call of the run API failed. */
export interface CallFailure {
  /** Status of the run API's answer. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly payload?: unknown;
  readonly errors?: unknown;
  readonly retryAfterMs?: number;
}

/** The gateway refused what a helper asked for. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: string;
  readonly status: number;
  readonly payload: unknown;
  readonly retryAfterMs: number | undefined;

  constructor({ status, code, message, payload, errors, retryAfterMs }: CallFailure) {
    super(message);
    this.code = code;
    this.status = status;
    this.payload = payload ?? errors;
    this.retryAfterMs = retryAfterMs;
  }
}
