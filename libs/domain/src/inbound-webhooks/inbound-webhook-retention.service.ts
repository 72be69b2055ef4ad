import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, InboundWebhookRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const AT_ONCE = 500;

/** Forgets what providers sent long ago. */
@Injectable()
export class InboundWebhookRetention {
  private readonly webhooks: InboundWebhookRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.webhooks = new InboundWebhookRepository(database);
  }

  /** True when there may be more. */
  async prune(): Promise<boolean> {
    return (await this.webhooks.prune(this.config.webhooks.inboundRetentionDays, AT_ONCE)) === AT_ONCE;
  }
}
