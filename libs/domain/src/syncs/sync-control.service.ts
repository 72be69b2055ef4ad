import { Injectable } from '@nestjs/common';
import type { SyncReference, TriggerMode } from '@svc/contracts';
import {
  Database,
  RecordStreamRepository,
  SyncRepository,
  SyncRunRepository,
  type SyncRow,
  type Transaction,
} from '@svc/database';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { DeletionTracking } from '../records/deletion-tracking.service.js';
import { RecordEmptier } from '../records/record-emptier.service.js';
import { PAUSE_REASONS } from './pause-reasons.js';
import { SyncTargets, type SyncTarget } from './sync-targets.service.js';
import { isOverdue } from './sync-timing.js';

/** Triggers, starts and pauses syncs. Each decision is one transaction; Temporal follows, at once or when it is back. */
@Injectable()
export class SyncControl {
  private readonly syncs: SyncRepository;
  private readonly runs: SyncRunRepository;
  private readonly streams = new RecordStreamRepository();

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly outbox: TemporalOutbox,
    private readonly caches: RecordEmptier,
    private readonly tracking: DeletionTracking,
  ) {
    this.syncs = new SyncRepository(database);
    this.runs = new SyncRunRepository(database);
  }

  /** Runs syncs now, also paused ones. A reset stops what runs and begins from nothing. */
  async trigger(
    target: SyncTarget,
    references: readonly SyncReference[],
    { reset, emptyCache }: TriggerMode,
  ): Promise<void> {
    const rows = await this.targets.select(target, references);
    await this.database.transaction(async (tx) => {
      if (reset) await this.reset(tx, idsOf(rows));
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

  private async reset(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await this.streams.lockOfSyncs(tx, syncIds);
    const stopped = await this.runs.stopOpen(syncIds, 'cancelled', tx);
    await this.syncs.resetState(syncIds, tx);
    await this.tracking.drop(tx, syncIds);
    // Once more: a run may have opened in between. From here on none does before the end of the transaction.
    const ended = [...stopped, ...(await this.runs.stopOpen(syncIds, 'cancelled', tx))];
    await this.outbox.enqueue(
      tx,
      ...ended.map(({ workflowId }): TemporalCommand => ({ kind: 'workflow.cancel', workflowId })),
    );
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
