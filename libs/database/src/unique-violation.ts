/** PostgreSQL: unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a row with the same unique values exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
