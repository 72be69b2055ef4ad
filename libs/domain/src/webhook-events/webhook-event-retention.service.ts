import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, WebhookEventRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const AT_ONCE = 1_000;

/** Forgets what customers were to be told long ago. */
@Injectable()
export class WebhookEventRetention {
  private readonly events: WebhookEventRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.events = new WebhookEventRepository(database);
  }

  /** True when there may be more. */
  async prune(): Promise<boolean> {
    return (await this.events.prune(this.config.deliveries.keptDays, AT_ONCE)) === AT_ONCE;
  }
}
