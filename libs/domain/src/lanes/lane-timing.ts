/** Durations of lanes. Tests pass short ones. */
export interface LaneTiming {
  /** A round stops taking rows after this, so that an operator sees it end now and then and another worker may go on. */
  readonly roundMs: number;
  /** How long an empty lane is watched before its round ends: ending and waking cost more than looking. */
  readonly lingerMs: number;
  /** Pause between two looks at a lane that has nothing due. */
  readonly lookEveryMs: number;
  /** A lane that holds due rows is woken when nobody has touched it for so long. */
  readonly forgottenMs: number;
  /** Pause before an item whose handling failed unexpectedly is taken again. */
  readonly failedMs: number;
  /** What is being handled when the process is told to stop may go on for this long. */
  readonly shutdownMs: number;
}

/** Injection token of {@link LaneTiming}. */
export const LANE_TIMING = Symbol('LANE_TIMING');

export const DEFAULT_LANE_TIMING: LaneTiming = {
  roundMs: 600_000,
  lingerMs: 3_000,
  lookEveryMs: 200,
  forgottenMs: 15_000,
  failedMs: 5_000,
  shutdownMs: 5_000,
};
