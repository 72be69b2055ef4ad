import { Injectable } from '@nestjs/common';
import { GatewayMetrics } from '@svc/observability';
import { scheduleNote, SyncSchedules, type ListedSyncSchedule, type SyncSchedule } from '@svc/temporal';
import { SyncScheduleSource } from '../outbox/sync-schedule-source.service.js';
import { ScheduleRepairs } from './schedule-repairs.service.js';
import { ScheduleWatchdog } from './schedule-watchdog.service.js';

const PAGE = 1_000;

/** How many Schedules did not agree with their rows. */
export interface Drift {
  readonly missing: number;
  readonly different: number;
  readonly superfluous: number;
  /** Agreed, but had stopped. */
  readonly stopped: number;
}

const NONE: Drift & { readonly late: number } = { missing: 0, different: 0, superfluous: 0, stopped: 0, late: 0 };

/** Makes Temporal's Schedules agree with the rows, whatever happened to them. */
@Injectable()
export class ScheduleReconciler {
  constructor(
    private readonly source: SyncScheduleSource,
    private readonly schedules: SyncSchedules,
    private readonly watchdog: ScheduleWatchdog,
    private readonly repairs: ScheduleRepairs,
    private readonly metrics: GatewayMetrics,
  ) {}

  /** Repairs Schedules that are missing, superfluous, different from their row, or have stopped. */
  async reconcile(now = new Date()): Promise<Drift> {
    const listed = new Map((await this.schedules.list()).map((schedule) => [schedule.syncId, schedule]));
    let found = NONE;
    for (
      let page = await this.source.page(undefined, PAGE);
      page.length > 0;
      page = await this.source.page(page.at(-1)?.syncId, PAGE)
    ) {
      found = sum(found, await this.reconcilePage(page, listed, now));
      for (const { syncId } of page) listed.delete(syncId);
    }
    const { late, ...drift } = sum(found, { superfluous: await this.repairs.removeKnown([...listed.keys()]) });
    for (const [kind, count] of Object.entries(drift)) this.metrics.schedulesDrifted.set({ kind }, count);
    this.metrics.schedulesLate.set(late);
    this.metrics.schedulesComparedAt.setToCurrentTime();
    return drift;
  }

  private async reconcilePage(
    page: readonly SyncSchedule[],
    listed: ReadonlyMap<string, ListedSyncSchedule>,
    now: Date,
  ): Promise<Partial<typeof NONE>> {
    const missing = idsOf(page.filter(({ syncId }) => !listed.has(syncId)));
    const different = idsOf(page.filter((wanted) => differs(wanted, listed.get(wanted.syncId))));
    const { late, silent } = await this.watchdog.lateness(page, now);
    const isLate = new Set(late);
    const repaired = new Set([...missing, ...different]);
    const stopped = await this.watchdog.findStopped(
      silent.filter((syncId) => !repaired.has(syncId)),
      now,
    );
    const gone = await this.watchdog.findGone(missing.filter((syncId) => isLate.has(syncId)));
    await this.repairs.repair({ missing, different, stopped, missed: [...gone, ...stopped] });
    return { missing: missing.length, different: different.length, stopped: stopped.length, late: late.length };
  }
}

const idsOf = (schedules: readonly SyncSchedule[]): string[] => schedules.map(({ syncId }) => syncId);

const differs = (wanted: SyncSchedule, listed: ListedSyncSchedule | undefined): boolean =>
  listed !== undefined && (listed.paused !== wanted.paused || listed.note !== scheduleNote(wanted));

const sum = (one: typeof NONE, other: Partial<typeof NONE>): typeof NONE => ({
  missing: one.missing + (other.missing ?? 0),
  different: one.different + (other.different ?? 0),
  superfluous: one.superfluous + (other.superfluous ?? 0),
  stopped: one.stopped + (other.stopped ?? 0),
  late: one.late + (other.late ?? 0),
});
