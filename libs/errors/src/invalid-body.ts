import type { ErrorIssue } from '@svc/contracts';
import { AppError } from './app-error.js';

/**
 * 400 `invalid_body` for problems that only the rules of an area can see, in the form that schemas report theirs.
 *
 * @param issues every problem with its path; the first one makes the message.
 */
export function invalidBody(...issues: readonly ErrorIssue[]): AppError {
  const [first] = issues;
  const message = first ? `${first.path.join('.') || 'body'}: ${first.message}` : 'The body is invalid.';
  return new AppError('invalid_body', message, { errors: issues });
}
