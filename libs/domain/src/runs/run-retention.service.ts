import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  ActionRunRepository,
  Database,
  FunctionInvocationRepository,
  SyncRunRepository,
  WebhookRunRepository,
} from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const DAY_MS = 86_400_000;
const AT_ONCE = 1_000;

interface EndedRuns {
  /** Removes runs that ended before a moment, at most `limit`; answers how many. */
  prune(endedBefore: Date, limit: number): Promise<number>;
}

/** Runs of every kind are kept for as long as the log lines that tell of them; of each sync, the latest for ever. */
@Injectable()
export class RunRetention {
  private readonly kinds: readonly EndedRuns[];

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'logs'>,
  ) {
    this.kinds = [
      new ActionRunRepository(database),
      new FunctionInvocationRepository(database),
      new SyncRunRepository(database),
      new WebhookRunRepository(database),
    ];
  }

  /** Removes some of what is too old. @returns whether there is more. */
  async prune(now = new Date()): Promise<boolean> {
    const endedBefore = new Date(now.getTime() - this.config.logs.retentionDays * DAY_MS);
    let isMore = false;
    for (const kind of this.kinds) isMore = (await kind.prune(endedBefore, AT_ONCE)) === AT_ONCE || isMore;
    return isMore;
  }
}
