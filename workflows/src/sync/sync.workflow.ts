import type {
  SliceOutcome,
  SyncActivities,
  SyncProgress,
  SyncRunEnd,
  SyncWorkflowInput,
} from '@svc/contracts/workflows';
import { ActivityFailure } from '@temporalio/common';
import {
  ActivityCancellationType,
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { nextStep } from './next-step.js';

/** Attempts of one slice on workers that die or lose the database, before the run counts it as a failure of the platform. */
const SLICE_ATTEMPTS = 10;

/** Opening and ending a run is repeated until it works: PostgreSQL may be away for as long as it likes. */
const { startSyncRun, finishSyncRun } = proxyActivities<SyncActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '500 ms', maximumInterval: '30 seconds' },
});

/** One run of a sync: slice after slice from checkpoint to checkpoint, with waits between those that failed for a reason that passes. */
export async function sync({ syncId, windowRunId, progress }: SyncWorkflowInput): Promise<void> {
  const begun = progress ?? (await begin(syncId, windowRunId));
  if (!begun) return;
  try {
    await runSlices(syncId, begun);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await CancellationScope.nonCancellable(() =>
      finishSyncRun({ syncId, runId: begun.runId, status: 'STOPPED', reason: 'cancelled' }),
    );
    throw error;
  }
}

async function begin(syncId: string, windowRunId: string | undefined): Promise<SyncProgress | undefined> {
  const { workflowId, firstExecutionRunId: temporalRunId } = workflowInfo();
  const claim = { syncId, workflowId, temporalRunId, ...(windowRunId !== undefined && { windowRunId }) };
  while (!workflowInfo().continueAsNewSuggested) {
    const start = await startSyncRun(claim);
    if (start.started) return { runId: start.runId, limits: start.limits, slicesWithoutProgress: 0, failures: 0 };
    // Only a run over a window waits for its turn; the others come again by their Schedule.
    if (start.retryAfterMs === undefined) return undefined;
    await sleep(start.retryAfterMs);
  }
  return await continueAsNew<typeof sync>({ syncId, ...(windowRunId !== undefined && { windowRunId }) });
}

async function runSlices(syncId: string, begun: SyncProgress): Promise<void> {
  const { runId, limits } = begun;
  let progress = begun;
  for (let slices = 0; slices < limits.slicesPerExecution && !workflowInfo().continueAsNewSuggested; slices += 1) {
    const step = nextStep(progress, await runSlice(syncId, progress));
    if (step.kind === 'leave') return;
    if (step.kind === 'end') return await finishSyncRun(endOf(syncId, runId, step));
    progress = step.progress;
    if (step.waitMs > 0) await sleep(step.waitMs);
  }
  await continueAsNew<typeof sync>({ syncId, progress });
}

async function runSlice(syncId: string, { runId, limits }: SyncProgress): Promise<SliceOutcome> {
  const { runSyncSlice } = proxyActivities<SyncActivities>({
    startToCloseTimeout: limits.sliceTimeoutMs,
    heartbeatTimeout: limits.heartbeatTimeoutMs,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: SLICE_ATTEMPTS },
    priority: { fairnessKey: limits.fairnessKey },
  });
  try {
    return await runSyncSlice({ syncId, runId });
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return { outcome: 'failed', errorClass: 'platform', progressed: false };
  }
}

const endOf = (
  syncId: string,
  runId: string,
  { status, reason }: Pick<SyncRunEnd, 'status' | 'reason'>,
): SyncRunEnd => ({
  syncId,
  runId,
  status,
  ...(reason !== undefined && { reason }),
});
