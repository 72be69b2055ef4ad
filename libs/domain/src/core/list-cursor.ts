import { AppError } from '@svc/errors';

/** What a place in a list is made of. */
const PARTS = {
  uuid: '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})',
  serial: '(\\d{1,18})',
  /** In lists of rows of several kinds. */
  anyId: '(\\d{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})',
  /** ISO 8601 in UTC with microseconds. */
  moment: '(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z)',
} as const;

/** One part of a place. */
export type PlacePart = keyof typeof PARTS;

/** Opaque text for a place; the list's name keeps it from working in another list. */
export const writePlace = (list: string, place: readonly string[]): string =>
  Buffer.from([list, ...place].join(':')).toString('base64url');

/** @throws {AppError} `invalid_query_params` when the cursor is not one of this list (D20). */
export function readPlace(list: string, parts: readonly PlacePart[], cursor: string): string[] {
  const shape = new RegExp(`^${[list, ...parts.map((part) => PARTS[part])].join(':')}$`);
  const [, ...place] = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const isReal = parts.every((part, index) => part !== 'moment' || !Number.isNaN(Date.parse(place[index] ?? '')));
  if (place.length === 0 || !isReal) throw notOfThisList();
  return place;
}

/** A cursor that a caller made up, cut, or took from another list. */
export function notOfThisList(): AppError {
  const message = 'is not a cursor of this list: send next_cursor of the page before, unchanged';
  return new AppError('invalid_query_params', `cursor: ${message}`, {
    errors: [{ code: 'custom', message, path: ['cursor'] }],
  });
}
