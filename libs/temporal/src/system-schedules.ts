import { TASK_QUEUES, type WorkflowName } from '@svc/contracts/workflows';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type ScheduleOptions } from '@temporalio/client';
import type { TemporalClient } from './temporal-client.js';

/** Work of the gateway itself that comes back. */
export interface SystemSchedule {
  /** Of the Schedule and of its runs, to which it appends the time of each. */
  readonly id: string;
  readonly workflow: WorkflowName;
  readonly everyMs: number;
  /** What it does, in words, for the Temporal UI. */
  readonly summary: string;
}

/** Keeps the gateway's own Schedules. */
export class SystemSchedules {
  constructor(private readonly temporal: TemporalClient) {}

  /** Creates a Schedule that is missing and changes one that differs. May be repeated; one that somebody paused stays paused. */
  async keep(schedule: SystemSchedule): Promise<void> {
    const options = optionsOf(schedule);
    try {
      await this.temporal.call((client) => client.schedule.create(options));
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await this.adjust(options);
    }
  }

  private async adjust({ scheduleId, spec, action, policies, state }: ScheduleOptions): Promise<void> {
    await this.temporal.call(async (client) => {
      const handle = client.schedule.getHandle(scheduleId);
      const { state: current } = await handle.describe();
      if (current.note === state?.note) return;
      await handle.update((previous) => ({
        ...previous,
        spec,
        action,
        policies,
        state: { ...previous.state, ...state },
      }));
    });
  }
}

function optionsOf({ id, workflow, everyMs, summary }: SystemSchedule): ScheduleOptions {
  return {
    scheduleId: id,
    spec: { intervals: [{ every: everyMs }] },
    action: {
      type: 'startWorkflow',
      workflowType: workflow,
      workflowId: id,
      taskQueue: TASK_QUEUES.system,
      args: [],
      staticSummary: summary,
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
    // Made of everything that can change, so that a Schedule of an earlier version is recognised by it.
    state: { note: `${summary}, every ${everyMs / 1000} s` },
  };
}
