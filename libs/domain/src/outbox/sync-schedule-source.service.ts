import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, SyncScheduleRepository, type SyncScheduleRow } from '@svc/database';
import type { SyncSchedule, SyncTiming } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { fairnessKey } from '../schedules/fairness-key.js';
import { parseFrequency } from '../schedules/frequency.js';

/** The Schedules that Temporal should have, read from the rows of the syncs. */
@Injectable()
export class SyncScheduleSource {
  private readonly rows: SyncScheduleRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.rows = new SyncScheduleRepository(database);
  }

  /** Undefined when there must be none. */
  async find(syncId: string): Promise<SyncSchedule | undefined> {
    const row = await this.rows.find(syncId);
    return row && this.toSchedule(row);
  }

  /** All of them, in pages by id. */
  async page(afterId: string | undefined, limit: number): Promise<SyncSchedule[]> {
    const rows = await this.rows.page(afterId, limit);
    return rows.map((row) => this.toSchedule(row));
  }

  private toSchedule(row: SyncScheduleRow): SyncSchedule {
    const customer = row.tags[this.config.customerTag];
    return {
      syncId: row.syncId,
      timing: timingOf(row),
      paused: row.paused,
      isNew: row.isNew,
      fairnessKey: fairnessKey(row.environmentName, customer ?? row.connectionKey),
      subject: {
        environment: row.environmentName,
        integration: row.providerConfigKey,
        connection: row.connectionKey,
        function: row.name,
        ...(customer !== undefined && { customer }),
      },
    };
  }
}

function timingOf({ frequency, offsetMs }: SyncScheduleRow): SyncTiming {
  if (frequency === null) return { kind: 'on-demand' };
  const parsed = parseFrequency(frequency);
  return parsed.kind === 'interval' ? { kind: 'interval', everyMs: parsed.ms, offsetMs } : parsed;
}
