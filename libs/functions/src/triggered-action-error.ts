import { ActionError } from './action-error.js';

/** How a triggered action failed: what a caller over HTTP would have been told. */
export interface TriggeredActionFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly payload?: unknown;
  readonly errors?: unknown;
  readonly upstream?: unknown;
}

/**
 * What `triggerAction` throws when the action failed. Its payload is that of the `ActionError` which the action threw; for any
 * other failure it holds `code`, `message`, and `errors`, `upstream` or `payload` where there are some. Uncaught, it ends the
 * function as an {@link ActionError} does.
 *
 * @example
 * try { await svc.triggerAction('create-contact', input); } catch (error) {
 *   if (error instanceof TriggeredActionError && error.code === 'invalid_action_input') return null;
 *   throw error;
 * }
 */
export class TriggeredActionError extends ActionError {
  /** HTTP status with which the action would have been answered. */
  readonly status: number;
  /** Code of the failure, such as `action_script_runtime_error` for an `ActionError`. */
  readonly code: string;

  constructor({ status, ...failure }: TriggeredActionFailure) {
    super(failure.code === 'action_script_runtime_error' ? failure.payload : failure);
    this.status = status;
    this.code = failure.code;
    this.message = failure.message;
  }
}
