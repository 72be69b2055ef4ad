import { AppError, invalidBody } from '@svc/errors';

const CURSOR = /^(\d{1,10}):(\d{1,19})$/;

/** Opaque text for a place in a stream. */
export const encodeCursor = (streamId: number, seq: string): string =>
  Buffer.from(`${streamId}:${seq}`).toString('base64url');

/**
 * The sequence number of a cursor of this stream.
 * @param field the parameter of the query, or the field of the body, that it stands in.
 * @throws {AppError} `invalid_query_params` or `invalid_body` when it is malformed or belongs to another stream (D20).
 */
export function decodeCursor(
  cursor: string,
  streamId: number | undefined,
  field: 'cursor' | 'until_cursor' = 'cursor',
): string {
  const [, owner, seq] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (seq === undefined)
    throw invalidCursor(field, 'is not a cursor: pass next_cursor of a page or _metadata.cursor of a record unchanged');
  if (Number(owner) !== streamId || BigInt(seq) > MAX_SEQ) {
    throw invalidCursor(field, 'belongs to another connection, model or variant: start without a cursor');
  }
  return seq;
}

const MAX_SEQ = 2n ** 63n - 1n;

function invalidCursor(field: 'cursor' | 'until_cursor', problem: string): AppError {
  if (field === 'until_cursor') return invalidBody({ code: 'custom', message: problem, path: [field] });
  return new AppError('invalid_query_params', `cursor: ${problem}`, {
    errors: [{ code: 'custom', message: problem, path: ['cursor'] }],
  });
}
