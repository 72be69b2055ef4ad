import type { ConnectionLifecycleInput, LifecycleActivities } from '@svc/contracts/workflows';
import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';

/** One run of an on-event function. When it is due, when to try again and when to give up is decided from its row. */
async function connectionLifecycle(input: ConnectionLifecycleInput): Promise<void> {
  const { invocationId, limits } = input;
  const { runInvocation } = proxyActivities<LifecycleActivities>({
    startToCloseTimeout: limits.attemptTimeoutMs,
    heartbeatTimeout: limits.heartbeatTimeoutMs,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
  });
  while (!workflowInfo().continueAsNewSuggested) {
    const attempt = await runInvocation({ invocationId });
    if (attempt.outcome === 'ended') return;
    await sleep(attempt.waitMs);
  }
  await continueAsNew<typeof connectionLifecycle>(input);
}

export { connectionLifecycle as 'connection-lifecycle' };
