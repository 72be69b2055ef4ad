import type { RefreshActivities } from '@svc/contracts/workflows';
import { proxyActivities, workflowInfo } from '@temporalio/workflow';

const { sweepConnections } = proxyActivities<RefreshActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The Schedule comes again soon, and what a dead worker had taken comes back by itself.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 5 },
});

/** Looks after tokens that end soon and credentials that nobody used for a day, until nothing is due any more. */
async function refreshSweep(): Promise<void> {
  while (!workflowInfo().continueAsNewSuggested) {
    const { more } = await sweepConnections();
    if (!more) return;
  }
}

export { refreshSweep as 'refresh-sweep' };
