import type { LaneKind } from '@svc/contracts/workflows';
import type { ClaimedItem, LaneItemRepository, LaneOutlook, Transaction } from '@svc/database';

/** How hard a lane works. */
export interface LaneLimits {
  /** Items of one lane that are handled at the same time by one process. */
  readonly concurrency: number;
  /** A row whose worker died comes back after this; leases of rows that are being handled are made longer in time. */
  readonly leaseMs: number;
}

/** What became of an item. Its row says so already when this is answered. */
export type ItemVerdict =
  | { readonly isDone: true }
  /** It is due again after so many milliseconds; later items of its order key wait for it. */
  | { readonly isDone: false; readonly waitMs: number };

/**
 * What an area gives the lanes of its kind: where rows come from and what is done with one. The rows lie in a table as
 * {@link LaneItemRepository} describes it. `claim` and `nextDue` are that repository's, with whatever the area knows beyond
 * due times (an endpoint that is down, say).
 */
export interface LaneSource<Item extends ClaimedItem = ClaimedItem> {
  readonly kind: LaneKind;
  readonly limits: LaneLimits;
  readonly items: LaneItemRepository;
  /** Takes up to `limit` rows that are due, with all that handling them needs, in few statements. @param held is what the caller has. */
  claim(laneKey: string, limit: number, held: readonly Item[]): Promise<readonly Item[]>;
  /** When to look again. */
  nextDue(laneKey: string, tx?: Transaction): Promise<LaneOutlook>;
  /**
   * Handles one item and writes its outcome to its row; a row that is over has no due time any more. When it throws, the row
   * is tried again after a moment. Once the signal is aborted the process ends, and another one gets what is not finished.
   */
  process(item: Item, signal: AbortSignal): Promise<ItemVerdict>;
}

/** Injection token of the list of {@link LaneSource} that a process drains. */
export const LANE_SOURCES = Symbol('LANE_SOURCES');
