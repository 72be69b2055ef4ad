import { Inject, Injectable } from '@nestjs/common';
import { Database, SyncRepository, SyncScheduleRepository } from '@svc/database';
import type { Logger } from '@svc/observability';
import { SyncSchedules } from '@svc/temporal';
import { LOGGER } from '../core/core.tokens.js';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';

/** A run that was asked for begins within this, or the request is repeated. */
const FORGOTTEN_AFTER_MS = 60_000;
const TRIGGERS_AT_ONCE = 100;

/** Ids of syncs whose Schedules are to be repaired. */
export interface WantedRepairs {
  readonly missing: readonly string[];
  readonly different: readonly string[];
  readonly stopped: readonly string[];
  /** Those that should have started meanwhile: they start at once. */
  readonly missed: readonly string[];
}

/** Repairs what Temporal lost or has differently. */
@Injectable()
export class ScheduleRepairs {
  private readonly rows: SyncScheduleRepository;
  private readonly syncs: SyncRepository;

  constructor(
    private readonly database: Database,
    private readonly schedules: SyncSchedules,
    private readonly outbox: TemporalOutbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rows = new SyncScheduleRepository(database);
    this.syncs = new SyncRepository(database);
  }

  async repair({ missing, different, stopped, missed }: WantedRepairs): Promise<void> {
    const syncIds = [...missing, ...different, ...stopped];
    if (syncIds.length === 0) return;
    const counts = { missing: missing.length, different: different.length, stopped: stopped.length };
    this.logger.warn(counts, 'Schedules did not agree with the syncs and are being repaired.');
    // One that stands still is not set going by writing it again. Whoever dies after this leaves a missing one.
    for (const syncId of stopped) await this.schedules.remove(syncId);
    await this.database.transaction(async (tx) => {
      if (missed.length > 0) await this.syncs.requestRuns(missed, 'recreated', tx);
      await this.outbox.enqueue(
        tx,
        ...syncIds.map((syncId): TemporalCommand => ({ kind: 'schedule.apply', syncId })),
        ...missed.map((syncId): TemporalCommand => ({ kind: 'schedule.trigger', syncId })),
      );
    });
  }

  /** Removes Schedules of syncs that are gone. Another installation's, which may be in the same namespace, stay. */
  async removeKnown(syncIds: readonly string[]): Promise<number> {
    const known = await this.rows.filterKnown(syncIds);
    if (known.length === 0) return 0;
    this.logger.warn({ superfluous: known.length }, 'Schedules of syncs that are gone are being removed.');
    await this.enqueue(known.map((syncId) => ({ kind: 'schedule.apply', syncId })));
    return known.length;
  }

  /** Asks Temporal again for runs that were asked for and did not begin. One that only waits for a worker is not doubled. */
  async repeatForgottenTriggers(olderThanMs = FORGOTTEN_AFTER_MS): Promise<number> {
    const forgotten: string[] = [];
    for (const syncId of await this.rows.findForgottenTriggers(olderThanMs, TRIGGERS_AT_ONCE)) {
      if (!(await this.schedules.activity(syncId))?.isRunning) forgotten.push(syncId);
    }
    await this.enqueue(forgotten.map((syncId) => ({ kind: 'schedule.trigger', syncId })));
    return forgotten.length;
  }

  private async enqueue(commands: readonly TemporalCommand[]): Promise<void> {
    if (commands.length > 0) await this.database.transaction((tx) => this.outbox.enqueue(tx, ...commands));
  }
}
