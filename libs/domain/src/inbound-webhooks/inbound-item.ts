import type { ClaimedItem } from '@svc/database';

/** A webhook that a lane has taken. */
export interface InboundItem extends ClaimedItem {
  readonly integrationId: number;
  /** Bytes of its body. */
  readonly size: number;
}
