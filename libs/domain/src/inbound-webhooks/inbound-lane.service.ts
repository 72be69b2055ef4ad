import { Injectable } from '@nestjs/common';
import {
  Database,
  InboundWebhookRepository,
  LaneItemRepository,
  type LaneOutlook,
  type Transaction,
} from '@svc/database';
import type { ItemVerdict, LaneSource } from '../lanes/lane-source.js';
import type { InboundItem } from './inbound-item.js';
import { IntakeBatches } from './intake-batches.js';
import { INTAKE_LANE } from './intake-lane.js';
import { InboundDispatcher } from './inbound-dispatcher.service.js';

const LEASE_MS = 30_000;

/** The lanes `webhook-intake`: one an integration, which matches its webhooks to connections and sends them on, in order. */
@Injectable()
export class InboundLane implements LaneSource<InboundItem> {
  readonly kind = INTAKE_LANE;
  readonly limits = { concurrency: 200, leaseMs: LEASE_MS };
  readonly items: LaneItemRepository;
  private readonly webhooks: InboundWebhookRepository;
  private readonly batches: IntakeBatches;

  constructor(database: Database, dispatcher: InboundDispatcher) {
    this.items = new LaneItemRepository(database, 'inbound_webhooks');
    this.webhooks = new InboundWebhookRepository(database);
    this.batches = new IntakeBatches((integrationId, items) => dispatcher.dispatch(integrationId, items));
  }

  /**
   * In order, and none before an earlier one: those that are taken together are dispatched together, and none are taken
   * meanwhile, so that what fails is followed by nothing.
   */
  async claim(laneKey: string, limit: number, held: readonly InboundItem[]): Promise<readonly InboundItem[]> {
    if (held.length > 0) return [];
    const claimed = await this.items.claim(laneKey, Math.min(limit, this.limits.concurrency), LEASE_MS, held);
    if (claimed.length === 0) return [];
    const sizes = await this.webhooks.sizes(claimed.map(({ id }) => id));
    return claimed.map((item) => ({
      ...item,
      orderKey: null,
      integrationId: Number(laneKey),
      size: sizes.get(item.id) ?? 0,
    }));
  }

  async nextDue(laneKey: string, tx?: Transaction): Promise<LaneOutlook> {
    return { waitMs: await this.items.nextDueMs(laneKey, tx), isClosed: false };
  }

  async process(item: InboundItem): Promise<ItemVerdict> {
    await this.batches.add(item);
    return { isDone: true };
  }
}
