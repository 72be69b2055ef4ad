import { randomUUID } from 'node:crypto';
import { AppError } from './app-error.js';

/** 500 `generic_error_support` for what nobody foresaw: the caller gets an id, under which the log has the cause. */
export function unforeseenError(cause: unknown): AppError {
  const id = randomUUID();
  const message = `Something failed inside the gateway. Quote this id to its operator: ${id}`;
  return new AppError('generic_error_support', message, { payload: id, cause });
}
