import { Inject, Injectable } from '@nestjs/common';
import { Database, SyncScheduleRepository } from '@svc/database';
import type { Logger } from '@svc/observability';
import { scheduleNote, SyncSchedules, type ListedSyncSchedule, type SyncSchedule } from '@svc/temporal';
import { LOGGER } from '../core/core.tokens.js';
import { SyncScheduleSource } from '../outbox/sync-schedule-source.service.js';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';

const PAGE = 1_000;
/** A run that was asked for begins within this, or the request is repeated. */
const FORGOTTEN_AFTER_MS = 60_000;
const TRIGGERS_AT_ONCE = 100;
const LATEST_GRACE_MS = 60_000;

/** What a reconciliation repaired. */
export interface Repairs {
  readonly applied: number;
  readonly removed: number;
  readonly recreated: number;
}

/** Makes Temporal's Schedules agree with the rows, whatever happened to them. */
@Injectable()
export class ScheduleReconciler {
  private readonly rows: SyncScheduleRepository;

  constructor(
    private readonly database: Database,
    private readonly source: SyncScheduleSource,
    private readonly schedules: SyncSchedules,
    private readonly outbox: TemporalOutbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rows = new SyncScheduleRepository(database);
  }

  /** Repairs Schedules that are missing, superfluous, different from their row, or have stopped. */
  async reconcile(now = new Date()): Promise<Repairs> {
    const unclaimed = new Map((await this.schedules.list()).map((listed) => [listed.syncId, listed]));
    let applied = 0;
    let recreated = 0;
    for (
      let page = await this.source.page(undefined, PAGE);
      page.length > 0;
      page = await this.source.page(page.at(-1)?.syncId, PAGE)
    ) {
      const differing = page.filter((wanted) => differs(wanted, unclaimed.get(wanted.syncId)));
      const stopped = await this.findStopped(
        page.filter((wanted) => !differing.includes(wanted)),
        now,
      );
      for (const syncId of stopped) await this.schedules.remove(syncId);
      await this.apply([...differing.map(({ syncId }) => syncId), ...stopped]);
      for (const { syncId } of page) unclaimed.delete(syncId);
      applied += differing.length;
      recreated += stopped.length;
    }
    const superfluous = await this.rows.filterKnown([...unclaimed.keys()]);
    await this.apply(superfluous);
    const repairs = { applied, removed: superfluous.length, recreated };
    if (applied + recreated + superfluous.length > 0)
      this.logger.warn(repairs, 'Schedules did not agree with the syncs and are being repaired.');
    return repairs;
  }

  /** Asks Temporal again for runs that were asked for and did not begin. One that only waits for a worker is not doubled. */
  async repeatForgottenTriggers(olderThanMs = FORGOTTEN_AFTER_MS): Promise<number> {
    const forgotten: string[] = [];
    for (const syncId of await this.rows.findForgottenTriggers(olderThanMs, TRIGGERS_AT_ONCE)) {
      if (!(await this.schedules.hasOpenRun(syncId))) forgotten.push(syncId);
    }
    await this.enqueue(forgotten.map((syncId) => ({ kind: 'schedule.trigger', syncId })));
    return forgotten.length;
  }

  /** Schedules that should have fired twice and have not (Temporal has known bugs in which one stops silently). */
  private async findStopped(candidates: readonly SyncSchedule[], now: Date): Promise<string[]> {
    const periodic = candidates.filter(({ paused, timing }) => !paused && timing.kind === 'interval');
    const lastStarts = await this.rows.lastStarts(periodic.map(({ syncId }) => syncId));
    const stopped: string[] = [];
    for (const { syncId, timing } of periodic) {
      const lastStart = lastStarts.get(syncId);
      const silentMs = timing.kind === 'interval' ? 2 * timing.everyMs + LATEST_GRACE_MS : Number.POSITIVE_INFINITY;
      if (!lastStart || now.getTime() - lastStart.getTime() <= silentMs) continue;
      const lastActive = await this.schedules.lastActiveAt(syncId);
      if (lastActive && now.getTime() - lastActive.getTime() > silentMs) stopped.push(syncId);
    }
    return stopped;
  }

  private async apply(syncIds: readonly string[]): Promise<void> {
    await this.enqueue(syncIds.map((syncId) => ({ kind: 'schedule.apply', syncId })));
  }

  private async enqueue(commands: readonly TemporalCommand[]): Promise<void> {
    if (commands.length > 0) await this.database.transaction((tx) => this.outbox.enqueue(tx, ...commands));
  }
}

const differs = (wanted: SyncSchedule, listed: ListedSyncSchedule | undefined): boolean =>
  listed?.paused !== wanted.paused || listed.note !== scheduleNote(wanted);
