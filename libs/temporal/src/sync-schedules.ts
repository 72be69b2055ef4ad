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
import type { TemporalClient } from './temporal-client.js';
import { typedSearchAttributes } from './typed-search-attributes.js';

const SHORTEST_CATCH_UP_MS = 10_000;
const CRON_CATCH_UP_MS = 3_600_000;

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
}

/** A Schedule as Temporal lists it, a little late. */
export interface ListedSyncSchedule {
  readonly syncId: string;
  readonly paused: boolean;
  readonly note: string | undefined;
}

/** Keeps Temporal's Schedules of syncs like their rows. Every method may be repeated. */
export class SyncSchedules {
  constructor(private readonly temporal: TemporalClient) {}

  /** Creates the Schedule or makes it as asked for. */
  async apply(schedule: SyncSchedule): Promise<void> {
    const options = scheduleOptions(schedule);
    try {
      await this.temporal.call((client) => client.schedule.create(options));
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await this.temporal.call((client) =>
        client.schedule.getHandle(options.scheduleId).update(() => ({ ...options, state: { ...options.state } })),
      );
    }
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

  /** Whether a run that the Schedule started has not ended yet. */
  async hasOpenRun(syncId: string): Promise<boolean> {
    let isOpen = false;
    await this.ifExists(syncId, async (client, id) => {
      isOpen = (await client.schedule.getHandle(id).describe()).info.runningActions.length > 0;
    });
    return isOpen;
  }

  /** When the Schedule last started a run or was changed; `undefined` when there is no Schedule. */
  async lastActiveAt(syncId: string): Promise<Date | undefined> {
    let lastActiveAt: Date | undefined;
    await this.ifExists(syncId, async (client, id) => {
      const { info } = await client.schedule.getHandle(id).describe();
      const times = [info.createdAt, info.lastUpdatedAt, info.recentActions.at(-1)?.takenAt].filter(
        (time) => time !== undefined,
      );
      lastActiveAt = new Date(Math.max(...times.map((time) => time.getTime())));
    });
    return lastActiveAt;
  }

  /** Every Schedule of a sync that Temporal has. */
  async list(): Promise<ListedSyncSchedule[]> {
    return await this.temporal.call(async (client) => {
      const found: ListedSyncSchedule[] = [];
      for await (const { scheduleId, state } of client.schedule.list({ pageSize: 500 })) {
        const syncId = syncIdOfSchedule(scheduleId);
        if (syncId !== undefined) found.push({ syncId, paused: state.paused, note: state.note });
      }
      return found;
    }, 60_000);
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

function scheduleOptions(schedule: SyncSchedule): ScheduleOptions {
  const { syncId, timing, paused, subject } = schedule;
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
