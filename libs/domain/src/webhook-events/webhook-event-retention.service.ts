import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, WebhookEndpointRepository, WebhookEventRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const AT_ONCE = 1_000;

/** Forgets what customers were to be told long ago: bodies, attempts, in the end everything. */
@Injectable()
export class WebhookEventRetention {
  private readonly events: WebhookEventRepository;
  private readonly endpoints: WebhookEndpointRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'deliveries'>,
  ) {
    this.events = new WebhookEventRepository(database);
    this.endpoints = new WebhookEndpointRepository(database);
  }

  /** True when there may be more. */
  async prune(): Promise<boolean> {
    const { webhooks, bodies, attempts } = this.config.deliveries.keptDays;
    const forgotten = [
      await this.events.prune(webhooks, AT_ONCE),
      bodies < webhooks ? await this.events.pruneBodies(bodies, AT_ONCE) : 0,
      attempts < webhooks ? await this.events.pruneAttempts(attempts, AT_ONCE) : 0,
      await this.endpoints.pruneUnused(webhooks, AT_ONCE),
    ];
    return forgotten.includes(AT_ONCE);
  }
}
