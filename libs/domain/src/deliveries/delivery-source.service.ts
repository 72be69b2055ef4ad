import { Inject, Injectable } from '@nestjs/common';
import { backOffMs, jittered } from '@svc/contracts/workflows';
import {
  Database,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  type ClaimedItem,
  type DeliveryContent,
  type LaneItemRepository,
  type LaneOutlook,
  type Transaction,
} from '@svc/database';
import type { ItemVerdict, LaneLimits, LaneSource } from '../lanes/lane-source.js';
import type { AttemptResult } from './delivery-attempt.js';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';
import { DeliverySender } from './delivery-sender.service.js';
import { DELIVERY_TIMING, type DeliveryTiming } from './delivery-timing.js';

/** While an endpoint recovers, deliveries are taken so many times a second. */
const RECOVERY_STEPS = 10;

interface DueDelivery extends ClaimedItem {
  readonly endpointId: string;
  readonly url: string;
  readonly content: DeliveryContent;
}

/** How much may be taken, and what is held already. */
interface Room {
  readonly limit: number;
  readonly bytes: number;
  readonly held: readonly DueDelivery[];
}

/** The lanes `webhook-delivery`: an endpoint each. One that is down is parked, probed, and caught up with slowly. */
@Injectable()
export class DeliverySource implements LaneSource<DueDelivery> {
  readonly kind = 'webhook-delivery';
  readonly limits: LaneLimits;
  readonly items: LaneItemRepository;
  private readonly endpoints: WebhookEndpointRepository;
  private readonly deliveries: WebhookDeliveryRepository;
  /** When deliveries to endpoints that recover were taken last. */
  private readonly steps = new Map<string, number>();
  /** Failures in a row of endpoints that are down, so that what was taken before they were parked is not tried as well. */
  private readonly down = new Map<string, number>();

  constructor(
    database: Database,
    private readonly sender: DeliverySender,
    private readonly outcomes: DeliveryOutcomes,
    @Inject(DELIVERY_TIMING) private readonly timing: DeliveryTiming,
  ) {
    const { concurrency, leaseMs } = timing;
    this.limits = { concurrency, leaseMs };
    this.endpoints = new WebhookEndpointRepository(database);
    this.deliveries = new WebhookDeliveryRepository(database);
    this.items = this.deliveries.items;
  }

  async claim(id: string, limit: number, held: readonly DueDelivery[]): Promise<DueDelivery[]> {
    const bytes = this.timing.heldBytes - bytesOf(held);
    if (bytes <= 0) return [];
    const gate = await this.endpoints.findGate(id);
    if (!gate || gate.isPaused || gate.parkedMs > 0) return [];
    this.down.delete(id);
    if (gate.isProbing) return held.length > 0 ? [] : await this.take(id, gate.url, { limit: 1, bytes, held });
    if (!gate.isRecovering) {
      this.steps.delete(id);
      return await this.take(id, gate.url, { limit, bytes, held });
    }
    return await this.takeSlowly(id, gate.url, { limit, bytes, held });
  }

  async nextDue(id: string, tx?: Transaction): Promise<LaneOutlook> {
    const waitMs = await this.items.nextDueMs(id, tx);
    const gate = waitMs === null ? undefined : await this.endpoints.findGate(id, tx);
    if (waitMs === null || !gate) return { waitMs: null, isClosed: false };
    if (gate.isPaused) return { waitMs: null, isClosed: true };
    if (gate.parkedMs > 0) return { waitMs: Math.max(waitMs, gate.parkedMs), isClosed: true };
    return { waitMs: gate.isRecovering ? Math.max(waitMs, 1_000 / RECOVERY_STEPS) : waitMs, isClosed: false };
  }

  async process(item: DueDelivery, signal: AbortSignal): Promise<ItemVerdict> {
    const { id, claims, endpointId, content } = item;
    if (content.isOrphaned) {
      await this.deliveries.abandon(item);
      return { isDone: true };
    }
    if ((this.down.get(endpointId) ?? 0) >= this.timing.parking.afterFailures) {
      await this.items.putOff([item], 0);
      return { isDone: false, waitMs: 0 };
    }
    const startedAt = new Date();
    const result = await this.sender.attempt(item.url, content, signal);
    const durationMs = Date.now() - startedAt.getTime();
    const { status, error, answer, isDown } = result;
    const askedMs = result.askedMs === null ? null : Math.min(result.askedMs, this.timing.longestAskedMs);
    const waitMs = this.waitOf(content, { ...result, askedMs });
    const isDead = error !== null && (status === 410 || content.giveUpAt.getTime() < Date.now() + waitMs);
    const becomes = error === null ? 'delivered' : isDead ? 'dead' : 'pending';
    await this.outcomes.write({
      outcome: { id, claims, startedAt: startedAt.toISOString(), durationMs, status, error, answer, becomes, waitMs },
      news: {
        id: endpointId,
        // Any answer but "I cannot now" shows that somebody is there.
        successes: isDown ? 0 : 1,
        failures: isDown && askedMs === null ? 1 : 0,
        error,
        retryAfterMs: askedMs,
      },
    });
    if (isDown) this.down.set(endpointId, askedMs === null ? (this.down.get(endpointId) ?? 0) + 1 : Infinity);
    else this.down.delete(endpointId);
    return becomes === 'pending' ? { isDone: false, waitMs } : { isDone: true };
  }

  /** The endpoint's own parking holds back what failed because it is down; what it refused waits longer each time. */
  private waitOf({ attempts }: DeliveryContent, { askedMs, isDown }: AttemptResult): number {
    if (askedMs !== null) return 0;
    const { initialMs, maxMs, maxDownMs } = this.timing.retry;
    const waitMs = backOffMs({ initialMs, maxMs: isDown ? maxDownMs : maxMs }, attempts + 1);
    return jittered(waitMs, Math.random());
  }

  private async takeSlowly(id: string, url: string, room: Room): Promise<DueDelivery[]> {
    const now = Date.now();
    if (now - (this.steps.get(id) ?? 0) < 1_000 / RECOVERY_STEPS) return [];
    this.steps.set(id, now);
    const limit = Math.min(room.limit, Math.max(1, Math.round(this.timing.recoveryPerSecond / RECOVERY_STEPS)));
    const taken = await this.take(id, url, { ...room, limit });
    if (taken.length < limit && bytesOf(taken) < room.bytes) await this.endpoints.endRecovery(id);
    return taken;
  }

  private async take(endpointId: string, url: string, { limit, bytes, held }: Room): Promise<DueDelivery[]> {
    const claimed = await this.items.claim(endpointId, limit, this.timing.leaseMs, held, bytes);
    if (claimed.length === 0) return [];
    const contents = await this.deliveries.findContents(claimed.map(({ id }) => id));
    const byId = new Map(contents.map((content) => [content.id, content]));
    return claimed.flatMap((item) => {
      const content = byId.get(item.id);
      return content ? [{ ...item, endpointId, url, content }] : [];
    });
  }
}

const bytesOf = (deliveries: readonly DueDelivery[]): number =>
  deliveries.reduce((sum, { content }) => sum + content.bytes, 0);
