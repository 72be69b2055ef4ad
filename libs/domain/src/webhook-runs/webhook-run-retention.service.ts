import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, WebhookRunRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const DAY_MS = 86_400_000;
const AT_ONCE = 1_000;

/** Runs for webhooks are kept as long as their logs. */
@Injectable()
export class WebhookRunRetention {
  private readonly runs: WebhookRunRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.runs = new WebhookRunRepository(database);
  }

  /** Removes what is too old. @returns whether there is more to remove. */
  async prune(now = new Date()): Promise<boolean> {
    const endedBefore = new Date(now.getTime() - this.config.logs.retentionDays * DAY_MS);
    return (await this.runs.prune(endedBefore, AT_ONCE)) === AT_ONCE;
  }
}
