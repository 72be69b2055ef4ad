import { Injectable } from '@nestjs/common';
import { Database, WebhookEventRepository } from '@svc/database';

const KEPT_DAYS = 30;
const AT_ONCE = 1_000;

/** Forgets what customers were to be told long ago. */
@Injectable()
export class WebhookEventRetention {
  private readonly events: WebhookEventRepository;

  constructor(database: Database) {
    this.events = new WebhookEventRepository(database);
  }

  /** True when there may be more. */
  async prune(): Promise<boolean> {
    return (await this.events.prune(KEPT_DAYS, AT_ONCE)) === AT_ONCE;
  }
}
