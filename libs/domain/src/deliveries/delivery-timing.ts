import type { ParkingRules } from '@svc/database';

/** Durations of deliveries. Tests pass short ones. */
export interface DeliveryTiming {
  /** Longest attempt (wire contract, section 15). */
  readonly requestMs: number;
  /** Waits after failed attempts double from the first to the longest. */
  readonly retry: {
    readonly initialMs: number;
    readonly maxMs: number;
    /** The longest after a failure of the endpoint, which may be well again soon. */
    readonly maxDownMs: number;
  };
  /** Longest that an endpoint's `Retry-After` is obeyed. */
  readonly longestAskedMs: number;
  /** When an endpoint counts as down, and how often it is probed then. */
  readonly parking: ParkingRules;
  /** Deliveries a second to an endpoint that answers again, until it has caught up. */
  readonly recoveryPerSecond: number;
  /** Deliveries to one endpoint at the same time. */
  readonly concurrency: number;
  /** Bytes of bodies for one endpoint that a process holds at the same time; the last body may exceed them. */
  readonly heldBytes: number;
  readonly leaseMs: number;
  /** After a rotation of the signing key the old one signs as well for so long. */
  readonly oldKeyMs: number;
}

/** Injection token of {@link DeliveryTiming}. */
export const DELIVERY_TIMING = Symbol('DELIVERY_TIMING');

export const DEFAULT_DELIVERY_TIMING: DeliveryTiming = {
  requestMs: 20_000,
  retry: { initialMs: 5_000, maxMs: 4 * 3_600_000, maxDownMs: 1_800_000 },
  longestAskedMs: 3_600_000,
  parking: { afterFailures: 5, firstMs: 10_000, longestMs: 300_000 },
  recoveryPerSecond: 50,
  concurrency: 32,
  heldBytes: 4 * 1024 * 1024,
  leaseMs: 45_000,
  oldKeyMs: 86_400_000,
};
