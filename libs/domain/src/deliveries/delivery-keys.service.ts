import { Inject, Injectable } from '@nestjs/common';
import { WebhookSigningKeys } from '../accounts/webhook-signing-keys.service.js';
import { DELIVERY_TIMING, type DeliveryTiming } from './delivery-timing.js';

/** How long a key that was read is used; a rotation takes effect within this. */
const CACHED_MS = 5_000;
const MOST_CACHED = 1_000;

/** The keys that sign an environment's deliveries, read once for many of them. */
@Injectable()
export class DeliveryKeys {
  private readonly cache = new Map<number, { readonly until: number; readonly keys: Promise<[string, string?]> }>();

  constructor(
    private readonly signingKeys: WebhookSigningKeys,
    @Inject(DELIVERY_TIMING) private readonly timing: DeliveryTiming,
  ) {}

  /** The current key and, for a while after a rotation, the one before it. */
  async get(environmentId: number): Promise<[current: string, previous?: string]> {
    const found = this.cache.get(environmentId);
    if (found && found.until > Date.now()) return await found.keys;
    if (this.cache.size >= MOST_CACHED) this.cache.clear();
    const keys = this.signingKeys.getSigning(environmentId, this.timing.oldKeyMs);
    this.cache.set(environmentId, { until: Date.now() + CACHED_MS, keys });
    keys.catch(() => this.cache.delete(environmentId));
    return await keys;
  }
}
