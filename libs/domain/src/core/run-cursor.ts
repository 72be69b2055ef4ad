import { AppError } from '@svc/errors';

/** A place in a list of runs, latest first. */
export interface RunPlace {
  /** When the run began, ISO 8601 in UTC with microseconds. */
  readonly at: string;
  readonly id: string;
}

const CURSOR = /^run:(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Opaque text for a place in a list of runs. */
export const encodeRunCursor = ({ at, id }: RunPlace): string => Buffer.from(`run:${at}:${id}`).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of such a list (D20). */
export function decodeRunCursor(cursor: string): RunPlace {
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (at !== undefined && id !== undefined && !Number.isNaN(Date.parse(at))) return { at, id };
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  throw new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}
