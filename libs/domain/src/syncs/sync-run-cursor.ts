import { AppError } from '@svc/errors';

/** A place in a list of runs, latest first. */
export interface SyncRunPlace {
  readonly startedAt: string;
  readonly id: string;
}

const CURSOR = /^run:(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Opaque text for a place in a list of runs. */
export const encodeRunCursor = ({ startedAt, id }: SyncRunPlace): string =>
  Buffer.from(`run:${startedAt}:${id}`).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of such a list (D20). */
export function decodeRunCursor(cursor: string): SyncRunPlace {
  const [, startedAt, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (startedAt !== undefined && id !== undefined && !Number.isNaN(Date.parse(startedAt))) return { startedAt, id };
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  throw new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}
