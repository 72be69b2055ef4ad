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
export function backOffMs(backOff: Pick<BackOff, 'initialMs' | 'maxMs'>, attempt: number, askedMs = 0): number {
  return Math.max(askedMs, Math.min(backOff.maxMs, backOff.initialMs * 2 ** (attempt - 1)));
}

/** A wait made up to a quarter longer, so that what failed together is not repeated together. `random` is between 0 and 1. */
export const jittered = (waitMs: number, random: number): number => Math.round(waitMs * (1 + random / 4));
