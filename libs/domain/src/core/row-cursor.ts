import { readPlace, writePlace, type PlacePart } from './list-cursor.js';

/** Opaque text for a place in the list `list`, after the entry of this id. */
export const encodeRowCursor = (list: string, id: string): string => writePlace(list, [id]);

/**
 * @param kind what the ids of the list are.
 * @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20).
 */
export function decodeRowCursor(
  list: string,
  cursor: string | undefined,
  kind: Exclude<PlacePart, 'moment'> = 'uuid',
): string | undefined {
  return cursor === undefined ? undefined : readPlace(list, [kind], cursor)[0];
}
