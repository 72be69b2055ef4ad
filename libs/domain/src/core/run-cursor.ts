import { readPlace, writePlace } from './list-cursor.js';

/** A place in a list of runs, latest first. */
export interface RunPlace {
  /** When the run began, ISO 8601 in UTC with microseconds. */
  readonly at: string;
  readonly id: string;
}

/** Opaque text for a place in a list of runs. */
export const encodeRunCursor = ({ at, id }: RunPlace): string => writePlace('run', [at, id]);

/** @throws {AppError} `invalid_query_params` when the cursor is not one of such a list (D20). */
export function decodeRunCursor(cursor: string): RunPlace {
  const [at = '', id = ''] = readPlace('run', ['moment', 'uuid'], cursor);
  return { at, id };
}
