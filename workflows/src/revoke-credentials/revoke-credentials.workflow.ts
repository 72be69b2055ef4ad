import type { RevokeActivities, RevokeCredentialsInput } from '@svc/contracts/workflows';
import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';

const activities = proxyActivities<RevokeActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Ends the authorizations of a deletion at their provider. When to try again and when to give up is decided from their rows. */
async function revokeCredentials(input: RevokeCredentialsInput): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    const round = await activities.revokeCredentials(input);
    if (round.outcome === 'ended') return;
    await sleep(round.waitMs);
  }
  await continueAsNew<typeof revokeCredentials>(input);
}

export { revokeCredentials as 'revoke-credentials' };
