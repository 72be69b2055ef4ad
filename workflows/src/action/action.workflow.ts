import type { ActionActivities, ActionWorkflowInput } from '@svc/contracts/workflows';
import {
  ActivityCancellationType,
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';

/** Ending an action is repeated until it works: PostgreSQL may be away for as long as it likes. */
const { abortAction } = proxyActivities<ActionActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '500 ms', maximumInterval: '30 seconds' },
});

/** One asynchronous action: attempt after attempt, until one succeeds or the last one failed. */
export async function action(input: ActionWorkflowInput): Promise<void> {
  const { actionRunId } = input;
  try {
    await makeAttempts(input);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await CancellationScope.nonCancellable(() => abortAction({ actionRunId }));
    throw error;
  }
}

async function makeAttempts(input: ActionWorkflowInput): Promise<void> {
  const { actionRunId, limits } = input;
  // Whether an attempt may be made at all is decided from its row, so repeating the activity repeats nothing that ran.
  const { runAction } = proxyActivities<ActionActivities>({
    startToCloseTimeout: limits.attemptTimeoutMs,
    heartbeatTimeout: limits.heartbeatTimeoutMs,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    priority: { fairnessKey: limits.fairnessKey },
  });
  while (!workflowInfo().continueAsNewSuggested) {
    const attempt = await runAction({ actionRunId });
    if (attempt.outcome === 'ended') return;
    await sleep(attempt.waitMs);
  }
  await continueAsNew<typeof action>(input);
}
