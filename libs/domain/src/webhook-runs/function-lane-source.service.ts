import { Injectable } from '@nestjs/common';
import { Database, LaneItemRepository, type ClaimedItem, type LaneOutlook, type Transaction } from '@svc/database';
import type { ItemVerdict, LaneSource } from '../lanes/lane-source.js';
import { WebhookRunExecutor } from './webhook-run-executor.service.js';

const LEASE_MS = 30_000;

/** The lanes `function-lane`: one a connection, in which its functions handle its webhooks one after another. */
@Injectable()
export class FunctionLaneSource implements LaneSource {
  readonly kind = 'function-lane' as const;
  readonly limits = { concurrency: 1, leaseMs: LEASE_MS };
  readonly items: LaneItemRepository;

  constructor(
    database: Database,
    private readonly executor: WebhookRunExecutor,
  ) {
    this.items = new LaneItemRepository(database, 'webhook_runs');
  }

  async claim(laneKey: string, limit: number, held: readonly ClaimedItem[]): Promise<readonly ClaimedItem[]> {
    return await this.items.claim(laneKey, limit, LEASE_MS, held);
  }

  async nextDue(laneKey: string, tx?: Transaction): Promise<LaneOutlook> {
    return { waitMs: await this.items.nextDueMs(laneKey, tx), isClosed: false };
  }

  async process(item: ClaimedItem, signal: AbortSignal): Promise<ItemVerdict> {
    return await this.executor.attempt(item, signal);
  }
}
