import { AppError } from '@svc/errors';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opaque text for a place in the list `list`, after the entry of this id. */
export const encodeRowCursor = (list: string, id: string): string => Buffer.from(`${list}:${id}`).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20). */
export function decodeRowCursor(list: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const id = text.startsWith(`${list}:`) ? text.slice(list.length + 1) : '';
  if (ID.test(id)) return id;
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  throw new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}
