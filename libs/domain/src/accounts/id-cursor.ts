import { AppError } from '@svc/errors';

/** The opaque cursor of a list that is ordered by id. `list` keeps a cursor of one list from working in another. */
const encodeIdCursor = (list: string, id: number): string => Buffer.from(`${list}:${id}`).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20). */
export function decodeIdCursor(list: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, id] = new RegExp(`^${list}:(\\d{1,10})$`).exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (id !== undefined && Number(id) <= 2_147_483_647) return Number(id);
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  throw new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}

/** Cuts what was read, one row more than the page takes, into the page and the cursor of the next one. */
export function pageOf<Row extends { readonly id: number }>(
  list: string,
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? encodeIdCursor(list, last.id) : null };
}
