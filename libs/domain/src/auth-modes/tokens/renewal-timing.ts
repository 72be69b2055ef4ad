/** How long the steps of a renewal may take. Injected, so that tests need not wait. */
export interface RenewalTiming {
  /** A lease that is older belongs to a process that died. */
  readonly leaseMs: number;
  /** Limit of the whole exchange with the provider; shorter than the lease. */
  readonly requestMs: number;
  /** Waits before a request that certainly was not sent is tried again. */
  readonly unsentRetryMs: readonly number[];
  /** How often a process asks whether another one has finished. */
  readonly pollMs: number;
  /** Longest that a caller waits for another process. */
  readonly waitMs: number;
  /** After a failure no other attempt is made for this long, unless forced. */
  readonly cooldownMs: number;
}

/** Injection token of the {@link RenewalTiming}. */
export const RENEWAL_TIMING = Symbol('RENEWAL_TIMING');

export const DEFAULT_RENEWAL_TIMING: RenewalTiming = {
  leaseMs: 30_000,
  requestMs: 20_000,
  unsentRetryMs: [200, 1_000],
  pollMs: 100,
  waitMs: 60_000,
  cooldownMs: 30_000,
};
