import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, SyncRunRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const DAY_MS = 86_400_000;
const CHUNK = 5_000;

/** Runs are kept for as long as the log lines that tell of them, the latest of each sync for ever. */
@Injectable()
export class SyncRunRetention {
  private readonly runs: SyncRunRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.runs = new SyncRunRepository(database);
  }

  /** Forgets some old runs. True when there are more. */
  async prune(now = new Date()): Promise<boolean> {
    const before = new Date(now.getTime() - this.config.logs.retentionDays * DAY_MS);
    return (await this.runs.prune(before, CHUNK)) === CHUNK;
  }
}
