import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, OperationPartitionRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const DAY_MS = 86_400_000;
/** Days that exist ahead of time, so that a maintenance that does not run for a week goes unnoticed. */
const DAYS_AHEAD = 7;

const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** What one maintenance did; days as `YYYY-MM-DD`. */
export interface MaintenanceOutcome {
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

/** Keeps the days of operations and log lines: adds those to come, drops those past retention. Run at start and daily. */
@Injectable()
export class OperationRetention {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Several processes may call it at once: one works, the others return at once with nothing done. */
  async maintain(now = new Date()): Promise<MaintenanceOutcome> {
    const today = now.getTime();
    const oldest = dayOf(today - this.config.logs.retentionDays * DAY_MS);
    const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => dayOf(today + ahead * DAY_MS));
    return this.database.transaction(async (tx) => {
      const partitions = new OperationPartitionRepository(tx);
      if (!(await partitions.lock())) return { added: [], dropped: [] };
      const existing = new Set(await partitions.listDays());
      const added = wanted.filter((day) => !existing.has(day));
      for (const day of added) await partitions.addDay(day);
      const dropped = [...existing].filter((day) => day < oldest);
      for (const day of dropped) await partitions.dropDay(day);
      await partitions.pruneDefault(oldest);
      return { added, dropped };
    });
  }
}
