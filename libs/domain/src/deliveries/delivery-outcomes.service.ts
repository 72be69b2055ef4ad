import { Inject, Injectable } from '@nestjs/common';
import {
  Database,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
  type DeliveryOutcome,
  type EndpointNews,
} from '@svc/database';
import { DELIVERY_TIMING, type DeliveryTiming } from './delivery-timing.js';

/** Outcomes that come within this are written together. */
const GATHER_MS = 5;
const MOST_AT_ONCE = 200;

/** An attempt's outcome and what it tells about the endpoint. */
export interface EndedAttempt {
  readonly outcome: DeliveryOutcome;
  readonly news: EndpointNews;
}

interface Waiting extends EndedAttempt {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes outcomes of attempts, many in one transaction. */
@Injectable()
export class DeliveryOutcomes {
  private readonly deliveries: WebhookDeliveryRepository;
  private readonly endpoints: WebhookEndpointRepository;
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(
    private readonly database: Database,
    @Inject(DELIVERY_TIMING) private readonly timing: DeliveryTiming,
  ) {
    this.deliveries = new WebhookDeliveryRepository(database);
    this.endpoints = new WebhookEndpointRepository(database);
  }

  /** Resolves once it is written. */
  async write(ended: EndedAttempt): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.waiting.push({ ...ended, resolve, reject });
      if (this.isWriting) return;
      this.isWriting = true;
      setTimeout(() => void this.flush(), GATHER_MS);
    });
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_AT_ONCE);
      try {
        await this.save(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }

  private async save(batch: readonly EndedAttempt[]): Promise<void> {
    const outcomes = batch.map(({ outcome }) => outcome);
    const news = summed(batch.map((ended) => ended.news));
    await this.database.transaction(async (tx) => {
      await this.deliveries.saveOutcomes(outcomes, tx);
      await this.endpoints.note(news, this.timing.parking, tx);
    });
  }
}

/** One piece of news an endpoint, in a fixed order, so that two processes do not wait for each other. */
function summed(all: readonly EndpointNews[]): EndpointNews[] {
  const byId = new Map<string, EndpointNews>();
  for (const news of all) {
    const { successes = 0, failures = 0, error = null, retryAfterMs = null } = byId.get(news.id) ?? {};
    byId.set(news.id, {
      id: news.id,
      successes: successes + news.successes,
      failures: failures + news.failures,
      error: news.error ?? error,
      retryAfterMs: news.retryAfterMs === null ? retryAfterMs : Math.max(news.retryAfterMs, retryAfterMs ?? 0),
    });
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
