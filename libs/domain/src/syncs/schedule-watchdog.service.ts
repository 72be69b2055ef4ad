import { Injectable } from '@nestjs/common';
import { Database, SyncScheduleRepository, type WatchedSync } from '@svc/database';
import { SyncSchedules, type SyncSchedule } from '@svc/temporal';
import { nextStartOf } from './sync-timing.js';

/** A start that is later than this was missed, unless the next one comes even sooner. */
const GRACE_MS = 60_000;
/** Schedules of one page that Temporal is asked about: the question is an expensive one, and the next round asks about others. */
const ASKED_AT_ONCE = 100;

/** Syncs of a page whose Schedules have not done what they should. */
export interface Lateness {
  /** A start was missed, and nothing of the sync runs or waits. */
  readonly late: readonly string[];
  /** Two starts were missed, longest ago first. */
  readonly silent: readonly string[];
}

/** Finds Schedules that stand still. Temporal has known bugs in which one stops silently. */
@Injectable()
export class ScheduleWatchdog {
  private readonly rows: SyncScheduleRepository;

  constructor(
    database: Database,
    private readonly schedules: SyncSchedules,
  ) {
    this.rows = new SyncScheduleRepository(database);
  }

  /** What the rows alone say. */
  async lateness(wanted: readonly SyncSchedule[], now: Date): Promise<Lateness> {
    const due = wanted.filter(({ paused, timing }) => !paused && timing.kind !== 'on-demand');
    const watched = await this.rows.watched(due.map(({ syncId }) => syncId));
    const idle = watched.filter(({ isBusy }) => !isBusy).sort((one, other) => +one.activeAt - +other.activeAt);
    const missed = idle.map((sync) => ({ syncId: sync.syncId, starts: missedStarts(sync, now) }));
    return {
      late: missed.filter(({ starts }) => starts > 0).map(({ syncId }) => syncId),
      silent: missed.filter(({ starts }) => starts > 1).map(({ syncId }) => syncId),
    };
  }

  /** Those of which Temporal has no Schedule, whatever its list says, which is a little late. */
  async findGone(syncIds: readonly string[]): Promise<string[]> {
    const gone: string[] = [];
    for (const syncId of syncIds.slice(0, ASKED_AT_ONCE))
      if (!(await this.schedules.activity(syncId))) gone.push(syncId);
    return gone;
  }

  /** Those whose Schedule has not started anything for `silent` long either, and has no run that only waits for a worker. */
  async findStopped(silent: readonly string[], now: Date): Promise<string[]> {
    const candidates = silent.slice(0, ASKED_AT_ONCE);
    const watched = new Map((await this.rows.watched(candidates)).map((sync) => [sync.syncId, sync]));
    const stopped: string[] = [];
    for (const syncId of candidates) {
      const sync = watched.get(syncId);
      const activity = await this.schedules.activity(syncId);
      if (!sync || !activity || activity.isRunning) continue;
      if (missedStarts({ ...sync, activeAt: activity.lastActiveAt }, now) > 1) stopped.push(syncId);
    }
    return stopped;
  }
}

/** How many starts have gone by without anything happening: none, one, or two for all more. */
function missedStarts(sync: Pick<WatchedSync, 'frequency' | 'offsetMs' | 'activeAt'>, now: Date): 0 | 1 | 2 {
  const first = nextStartOf(sync, sync.activeAt);
  const second = first && nextStartOf(sync, first);
  if (!first || !second) return 0;
  const deadline = now.getTime() - Math.min(GRACE_MS, second.getTime() - first.getTime());
  if (second.getTime() < deadline) return 2;
  return first.getTime() < deadline ? 1 : 0;
}
