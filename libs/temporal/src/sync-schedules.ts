import {
  runSummary,
  syncIdOfSchedule,
  syncScheduleId,
  syncWorkflowId,
  TASK_QUEUES,
  WORKFLOWS,
  type RunSubject,
  type SyncWorkflowInput,
} from '@svc/contracts/workflows';
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
  type ScheduleSpec,
} from '@temporalio/client';
import { ScheduleWriter, type CompiledSchedule } from './schedule-writer.js';
import type { TemporalClient } from './temporal-client.js';
import { typedSearchAttributes } from './typed-search-attributes.js';

const SHORTEST_CATCH_UP_MS = 10_000;
const CRON_CATCH_UP_MS = 3_600_000;
const PAGE = 500;
const PAGE_TIMEOUT_MS = 30_000;

/** When a sync starts by itself. */
export type SyncTiming =
  /** Counted from the epoch, moved by the offset. */
  | { readonly kind: 'interval'; readonly everyMs: number; readonly offsetMs: number }
  | { readonly kind: 'cron'; readonly expression: string; readonly timeZone: string }
  | { readonly kind: 'on-demand' };

/** The Schedule that a sync's row asks for. */
export interface SyncSchedule {
  readonly syncId: string;
  readonly timing: SyncTiming;
  readonly paused: boolean;
  readonly subject: RunSubject;
  /** Runs of one key share a turn where the Temporal server is fair between keys. */
  readonly fairnessKey: string;
  /** Nothing was ever changed about it, so that it is probably not there yet. */
  readonly isNew: boolean;
}

/** A Schedule as Temporal lists it, a little late. */
export interface ListedSyncSchedule {
  readonly syncId: string;
  readonly paused: boolean;
  readonly note: string | undefined;
}

/** What a Schedule has done. */
export interface ScheduleActivity {
  /** When it last started a run or was changed. */
  readonly lastActiveAt: Date;
  /** A run that it started has not ended yet. */
  readonly isRunning: boolean;
}

/** Keeps Temporal's Schedules of syncs like their rows. Every method may be repeated. */
export class SyncSchedules {
  constructor(private readonly temporal: TemporalClient) {}

  /**
   * Creates the Schedule or makes it as asked for, beginning with what is probably needed: asking first costs Temporal more
   * than either. Pausing is a change like any other: Temporal's own way to pause is forgotten when a trigger follows closely.
   */
  async apply(schedule: SyncSchedule): Promise<void> {
    const options = scheduleOptions(schedule);
    if (!schedule.isNew && (await this.change(options))) return;
    if (!(await this.create(options))) await this.change(options);
  }

  /** Runs the sync now, or right after the run that is under way. False when there is no Schedule. */
  async trigger(syncId: string): Promise<boolean> {
    return await this.ifExists(syncId, (client, id) =>
      client.schedule.getHandle(id).trigger(ScheduleOverlapPolicy.BUFFER_ONE),
    );
  }

  async remove(syncId: string): Promise<void> {
    await this.ifExists(syncId, (client, id) => client.schedule.getHandle(id).delete());
  }

  /** What the Schedule has done; `undefined` when there is none. */
  async activity(syncId: string): Promise<ScheduleActivity | undefined> {
    let activity: ScheduleActivity | undefined;
    await this.ifExists(syncId, async (client, id) => {
      const { info } = await client.schedule.getHandle(id).describe();
      const times = [info.createdAt, info.lastUpdatedAt, info.recentActions.at(-1)?.takenAt].filter(
        (time) => time !== undefined,
      );
      activity = {
        lastActiveAt: new Date(Math.max(...times.map((time) => time.getTime()))),
        isRunning: info.runningActions.length > 0,
      };
    });
    return activity;
  }

  /** Every Schedule of a sync that Temporal has. Each page has its own time, so that there may be any number of them. */
  async list(): Promise<ListedSyncSchedule[]> {
    const found: ListedSyncSchedule[] = [];
    let nextPageToken: Uint8Array | undefined;
    do {
      const page = await this.page(nextPageToken);
      for (const { scheduleId, info } of page.schedules) {
        const syncId = syncIdOfSchedule(scheduleId ?? '');
        if (syncId !== undefined) found.push({ syncId, paused: info?.paused === true, note: info?.notes ?? undefined });
      }
      ({ nextPageToken } = page);
    } while (nextPageToken.length > 0);
    return found;
  }

  private async page(nextPageToken?: Uint8Array) {
    return await this.temporal.call(
      ({ workflowService, options: { namespace } }) =>
        workflowService.listSchedules({ namespace, maximumPageSize: PAGE, nextPageToken }),
      PAGE_TIMEOUT_MS,
    );
  }

  private async create(options: ScheduleOptions): Promise<boolean> {
    try {
      await this.temporal.call((client) => client.schedule.create(options));
      return true;
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) return false;
      throw error;
    }
  }

  private async change(options: CompiledSchedule): Promise<boolean> {
    try {
      await this.temporal.call((client) => ScheduleWriter.of(client).replace(options));
      return true;
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return false;
      throw error;
    }
  }

  private async ifExists(
    syncId: string,
    work: (client: Parameters<Parameters<TemporalClient['call']>[0]>[0], scheduleId: string) => Promise<void>,
  ): Promise<boolean> {
    try {
      await this.temporal.call((client) => work(client, syncScheduleId(syncId)));
      return true;
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return false;
      throw error;
    }
  }
}

/**
 * Says in words what a Schedule does, for the Temporal UI. It is made of everything that can change, so that a Schedule
 * that is not as its row wants it is recognised by it.
 */
export function scheduleNote({ timing, paused, subject }: SyncSchedule): string {
  const about = [
    subject.environment,
    subject.integration,
    subject.connection,
    subject.function,
    subject.customer,
  ].filter((part) => part !== undefined);
  return `${about.join(' / ')}: ${timingText(timing)}${paused ? ', paused' : ''}`;
}

function timingText(timing: SyncTiming): string {
  if (timing.kind === 'interval') return `every ${timing.everyMs / 1000} s, offset ${timing.offsetMs / 1000} s`;
  return timing.kind === 'cron' ? `cron ${timing.expression} ${timing.timeZone}` : 'on demand';
}

function scheduleOptions(schedule: SyncSchedule): CompiledSchedule {
  const { syncId, timing, paused, subject, fairnessKey } = schedule;
  const input: SyncWorkflowInput = { syncId };
  const attributes = typedSearchAttributes(subject);
  return {
    scheduleId: syncScheduleId(syncId),
    spec: specOf(timing),
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.sync,
      workflowId: syncWorkflowId(syncId),
      taskQueue: TASK_QUEUES.sync,
      args: [input],
      typedSearchAttributes: attributes,
      staticSummary: runSummary(subject),
      priority: { fairnessKey },
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchUpMs(timing) },
    state: { paused, note: scheduleNote(schedule) },
    typedSearchAttributes: attributes,
  };
}

function specOf(timing: SyncTiming): ScheduleSpec {
  if (timing.kind === 'interval') return { intervals: [{ every: timing.everyMs, offset: timing.offsetMs }] };
  return timing.kind === 'cron' ? { cronExpressions: cronsOf(timing.expression), timezone: timing.timeZone } : {};
}

/** Cron starts on either of a day of the month and a day of the week; Temporal, given both in one expression, on both only. */
function cronsOf(expression: string): string[] {
  const [minute, hour, dayOfMonth = '*', month, dayOfWeek = '*'] = expression.split(' ');
  if (dayOfMonth.startsWith('*') || dayOfWeek.startsWith('*')) return [expression];
  return [`${minute} ${hour} ${dayOfMonth} ${month} *`, `${minute} ${hour} * ${month} ${dayOfWeek}`];
}

function catchUpMs(timing: SyncTiming): number {
  if (timing.kind === 'interval') return Math.max(timing.everyMs, SHORTEST_CATCH_UP_MS);
  return timing.kind === 'cron' ? CRON_CATCH_UP_MS : SHORTEST_CATCH_UP_MS;
}
