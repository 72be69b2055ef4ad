import { AppError } from '@svc/errors';

type List = 'delivery' | 'endpoint';

const ID: Readonly<Record<List, RegExp>> = {
  delivery: /^delivery:(\d{1,18})$/,
  endpoint: /^endpoint:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
};

/** Opaque text for a place in a list of deliveries or endpoints. */
export const encodeWebhookCursor = (list: List, id: string): string =>
  Buffer.from(`${list}:${id}`).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20). */
export function decodeWebhookCursor(list: List, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const [, id] = ID[list].exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (id !== undefined) return id;
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  throw new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}
