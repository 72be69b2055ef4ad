import { AppError } from '@svc/errors';

const CURSOR = /^inbound-webhook:(\d{1,18})$/;

/** Opaque text for a place in the list of webhooks. */
export const encodeInboundCursor = (id: string): string => Buffer.from(`inbound-webhook:${id}`).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20). */
export function decodeInboundCursor(cursor: string): string {
  const [, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (id !== undefined) return id;
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  throw new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}
