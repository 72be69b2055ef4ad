import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, FunctionInvocationRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const DAY_MS = 86_400_000;
const AT_ONCE = 1_000;

/** Runs of functions that events called for are kept as long as their logs. */
@Injectable()
export class InvocationRetention {
  private readonly invocations: FunctionInvocationRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.invocations = new FunctionInvocationRepository(database);
  }

  /** Removes what is too old. @returns whether there is more to remove. */
  async prune(now = new Date()): Promise<boolean> {
    const endedBefore = new Date(now.getTime() - this.config.logs.retentionDays * DAY_MS);
    return (await this.invocations.prune(endedBefore, AT_ONCE)) === AT_ONCE;
  }
}
