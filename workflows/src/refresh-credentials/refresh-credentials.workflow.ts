import { backOffMs, jittered, type RefreshActivities, type RefreshCredentialsInput } from '@svc/contracts/workflows';
import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';

/**
 * Repeats the refresh of one connection that failed for a reason that passes, with growing waits, until it works again or
 * there is nothing to repeat: somebody else mended it, the authorization is gone, or it failed on too many days.
 */
async function refreshCredentials(input: RefreshCredentialsInput): Promise<void> {
  const { connectionId, troubleId, limits, attempts: before = 0 } = input;
  // The attempt looks at the row first, so repeating it after a worker died repeats no refresh.
  const activities = proxyActivities<RefreshActivities>({
    startToCloseTimeout: limits.attemptTimeoutMs,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  let askedMs = 0;
  let attempts = before;
  while (attempts - before < limits.attemptsPerExecution && !workflowInfo().continueAsNewSuggested) {
    attempts += 1;
    await sleep(jittered(backOffMs(limits, attempts, askedMs), Math.random()));
    const attempt = await activities.refreshCredentials({ connectionId, troubleId });
    if (attempt.outcome === 'ended') return;
    askedMs = attempt.askedMs;
  }
  await continueAsNew<typeof refreshCredentials>({ ...input, attempts });
}

export { refreshCredentials as 'refresh-credentials' };
