import { redactText } from './redact-text.js';

const MAX_CAUSES = 5;

/** An error as the process log shows it. */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string | number;
  readonly cause?: unknown;
}

/**
 * What an error says and where it comes from, its causes included. Any other field is left out: errors carry requests with
 * their headers, answers of providers and payloads of customers.
 */
export function loggableError(error: unknown, depth = 0): LoggableError | string {
  if (!(error instanceof Error)) return redactText(String(error));
  const code = 'code' in error ? error.code : undefined;
  const hasCause = error.cause !== undefined && depth < MAX_CAUSES;
  return {
    type: error.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(hasCause && { cause: loggableError(error.cause, depth + 1) }),
  };
}
