import { Injectable } from '@nestjs/common';
import type { SyncReference, TriggerMode } from '@svc/contracts';
import { Database, SyncRepository, type SyncRow, type Transaction } from '@svc/database';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { RecordEmptier } from '../records/record-emptier.service.js';
import { PAUSE_REASONS } from './pause-reasons.js';
import { SyncResets } from './sync-resets.service.js';
import { SyncTargets, type SyncTarget } from './sync-targets.service.js';
import { isOverdue } from './sync-timing.js';

/** Triggers, starts and pauses syncs. Each decision is one transaction; Temporal follows, at once or when it is back. */
@Injectable()
export class SyncControl {
  private readonly syncs: SyncRepository;

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly outbox: TemporalOutbox,
    private readonly caches: RecordEmptier,
    private readonly resets: SyncResets,
  ) {
    this.syncs = new SyncRepository(database);
  }

  /** Runs syncs now, also paused ones. A reset stops what runs and begins from nothing. */
  async trigger(
    target: SyncTarget,
    references: readonly SyncReference[],
    { reset, emptyCache }: TriggerMode,
  ): Promise<void> {
    const rows = await this.targets.select(target, references);
    await this.database.transaction(async (tx) => {
      if (reset) await this.resets.reset(tx, idsOf(rows));
      if (emptyCache) await this.caches.emptyOfSyncs(tx, idsOf(rows));
      await this.run(tx, idsOf(rows), reset ? 'reset' : 'trigger');
    });
  }

  /** Resumes schedules. What should have run meanwhile, or never has, runs at once. */
  async start(target: SyncTarget, references: readonly SyncReference[]): Promise<void> {
    const rows = (await this.targets.select(target, references)).filter(({ paused }) => paused);
    await this.database.transaction(async (tx) => {
      await this.syncs.resume(idsOf(rows), tx);
      await this.applySchedules(tx, rows);
      await this.run(tx, idsOf(rows.filter((row) => isOverdue(row))), 'started');
    });
  }

  /** Pauses schedules. A run that goes on is not stopped. */
  async pause(target: SyncTarget, references: readonly SyncReference[]): Promise<void> {
    const rows = await this.targets.select(target, references);
    await this.database.transaction(async (tx) => {
      await this.syncs.pause(idsOf(rows), PAUSE_REASONS.byUser, tx);
      await this.applySchedules(tx, rows);
    });
  }

  private async run(tx: Transaction, syncIds: readonly string[], trigger: string): Promise<void> {
    if (syncIds.length === 0) return;
    await this.syncs.requestRuns(syncIds, trigger, tx);
    await this.outbox.enqueue(tx, ...syncIds.map((syncId): TemporalCommand => ({ kind: 'schedule.trigger', syncId })));
  }

  private async applySchedules(tx: Transaction, rows: readonly SyncRow[]): Promise<void> {
    await this.outbox.enqueue(tx, ...rows.map(({ syncId }): TemporalCommand => ({ kind: 'schedule.apply', syncId })));
  }
}

const idsOf = (rows: readonly SyncRow[]): string[] => rows.map(({ syncId }) => syncId);
