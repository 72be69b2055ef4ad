import type { OutageRules } from '@svc/database';

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
  /** Longest wait that a provider's `Retry-After` is believed. */
  readonly longestRetryAfterMs: number;
  /** Waits of the workflow between attempts; they double. */
  readonly retry: { readonly initialMs: number; readonly maxMs: number };
  readonly outage: OutageRules;
  /** How often the sweep comes. What expires before it comes again is renewed by it. */
  readonly sweepMs: number;
  /** Credentials that nobody used for this long are tried (wire contract, section 5, "Refresh bookkeeping"). */
  readonly unusedMs: number;
  /** Revocations: waits between attempts, when they are given up, and how long one activity makes attempts. */
  readonly revocation: {
    readonly initialMs: number;
    readonly maxMs: number;
    readonly giveUpMs: number;
    readonly budgetMs: number;
  };
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
  longestRetryAfterMs: 3_600_000,
  retry: { initialMs: 30_000, maxMs: 3_600_000 },
  outage: { connections: 3, windowMs: 600_000, firstProbeMs: 30_000, longestProbeMs: 300_000 },
  sweepMs: 300_000,
  unusedMs: 86_400_000,
  revocation: { initialMs: 30_000, maxMs: 3_600_000, giveUpMs: 86_400_000, budgetMs: 60_000 },
};
