import { AppError } from '@svc/errors';

const CURSOR = /^(\d{1,10}):(\d{1,19})$/;

/** Opaque text for a place in a stream. */
export const encodeCursor = (streamId: number, seq: string): string =>
  Buffer.from(`${streamId}:${seq}`).toString('base64url');

/**
 * The sequence number of a cursor of this stream.
 * @throws {AppError} `invalid_query_params` when it is malformed or belongs to another stream (D20).
 */
export function decodeCursor(cursor: string, streamId: number | undefined): string {
  const [, owner, seq] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (seq === undefined)
    throw invalidCursor('is not a cursor: pass next_cursor of a page or _metadata.cursor of a record unchanged');
  if (Number(owner) !== streamId || BigInt(seq) > MAX_SEQ) {
    throw invalidCursor('belongs to another connection, model or variant: start without a cursor');
  }
  return seq;
}

const MAX_SEQ = 2n ** 63n - 1n;

function invalidCursor(problem: string): AppError {
  return new AppError('invalid_query_params', `cursor: ${problem}`, {
    errors: [{ code: 'custom', message: problem, path: ['cursor'] }],
  });
}
