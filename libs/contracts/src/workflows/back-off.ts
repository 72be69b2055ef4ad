/** How often and how patiently something is repeated. */
export interface BackOff {
  /** Wait before the first repetition, in milliseconds. */
  readonly initialMs: number;
  /** The wait doubles up to this, in milliseconds. */
  readonly maxMs: number;
  /** Repetitions without progress before giving up. */
  readonly attempts: number;
}

/** Wait before repetition number `attempt` (from 1), in milliseconds; never shorter than what the other side asked for. */
export function backOffMs(backOff: BackOff, attempt: number, askedMs = 0): number {
  return Math.max(askedMs, Math.min(backOff.maxMs, backOff.initialMs * 2 ** (attempt - 1)));
}
