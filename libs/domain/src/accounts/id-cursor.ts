import { notOfThisList, readPlace, writePlace } from '../core/list-cursor.js';

const MAX_ID = 2_147_483_647;

/** @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20). */
export function decodeIdCursor(list: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const id = Number(readPlace(list, ['serial'], cursor)[0]);
  if (id > MAX_ID) throw notOfThisList();
  return id;
}

/** Cuts what was read, one row more than the page takes, into the page and the cursor of the next one. */
export function pageOf<Row extends { readonly id: number }>(
  list: string,
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? writePlace(list, [String(last.id)]) : null };
}
