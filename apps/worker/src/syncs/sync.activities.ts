import { Injectable } from '@nestjs/common';
import type { SliceOutcome, SyncActivities } from '@svc/contracts/workflows';
import { SyncExecutor, SyncRunEndings, SyncRuns, WindowTurns } from '@svc/domain';
import { Context } from '@temporalio/activity';
import { WorkerProcess } from '../processes/worker-process.service.js';
import { heartbeating } from '../temporal/heartbeating.js';

/** The activities of the workflow `sync`, handed to the domain. */
@Injectable()
export class SyncActivitiesAdapter {
  constructor(
    private readonly runs: SyncRuns,
    private readonly endings: SyncRunEndings,
    private readonly executor: SyncExecutor,
    private readonly process: WorkerProcess,
    private readonly windows: WindowTurns,
  ) {}

  activities(): SyncActivities {
    return {
      startSyncRun: async ({ windowRunId, ...claim }) =>
        await (windowRunId === undefined ? this.runs.start(claim) : this.windows.start({ ...claim, windowRunId })),
      runSyncSlice: ({ runId }) => this.runSlice(runId),
      finishSyncRun: (end) => this.endings.finish(end),
    };
  }

  private async runSlice(runId: string): Promise<SliceOutcome> {
    const { workflowExecution, activityId } = Context.current().info;
    if (!workflowExecution) throw new Error('A slice is executed by a workflow only.');
    const execution = { ownerId: this.process.id, sliceRunId: workflowExecution.runId, activityId };
    return await heartbeating((signal) => this.executor.runSlice(runId, execution, signal));
  }
}
