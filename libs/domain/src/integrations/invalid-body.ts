import type { ErrorIssue } from '@svc/contracts';
import { AppError } from '@svc/errors';

/** 400 `invalid_body` with every problem and its path. */
export function invalidBody(...issues: readonly ErrorIssue[]): AppError {
  const [first] = issues;
  return new AppError('invalid_body', first ? `${first.path.join('.')}: ${first.message}` : 'The body is invalid.', { errors: issues });
}
