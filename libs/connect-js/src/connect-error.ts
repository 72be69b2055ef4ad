/** What went wrong, and what to look for in the gateway's log. */
export interface SvcConnectErrorDetails {
  /** HTTP status of the gateway's answer; missing when there was none. */
  readonly status?: number | undefined;
  /** Id under which the gateway's log has the request. */
  readonly requestId?: string | undefined;
  /** Problems of the input; `path` ends with the name of the field. */
  readonly issues?: readonly SvcConnectIssue[] | undefined;
  /** What else the gateway said, such as the provider's own words. */
  readonly payload?: unknown;
  /** Milliseconds after which the gateway wants to be asked again. */
  readonly retryAfterMs?: number | undefined;
}

/** One problem of what was sent. */
export interface SvcConnectIssue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

/**
 * Every failure of this library. `code` is one of
 * - `window_closed`: the person closed the window before anything was connected;
 * - `window_blocked`: the browser did not allow a new window;
 * - `aborted`: your code called `close()`;
 * - `timed_out`: nothing came of the authorization within an hour;
 * - `network_error`: the gateway could not be reached;
 * - a code of the gateway's error table, such as `unknown_connect_session_token` or `connection_test_failed`;
 * - how an authorization in the browser failed, such as `token_err` or `callback_err`.
 */
export class SvcConnectError extends Error {
  override readonly name = 'SvcConnectError';
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly issues: readonly SvcConnectIssue[];
  readonly payload: unknown;
  readonly retryAfterMs: number | undefined;

  constructor(
    /** For programs. */
    readonly code: string,
    /** For people. May hold words of the provider: show it as text, never as markup. */
    message: string,
    { status, requestId, issues = [], payload, retryAfterMs }: SvcConnectErrorDetails = {},
  ) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.issues = issues;
    this.payload = payload;
    this.retryAfterMs = retryAfterMs;
  }
}
