import { WAKE_LANE, type LaneActivities, type LaneInput } from '@svc/contracts/workflows';
import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

const wake = defineSignal(WAKE_LANE);

/**
 * Drains a lane for as long as it holds rows, and sleeps until the next one is due or somebody adds one. What is due, how it is
 * done and when it is repeated is decided from the rows. A signal that comes as the workflow ends makes Temporal ask it again,
 * so none is lost.
 */
async function lane(input: LaneInput): Promise<void> {
  const { kind, key, limits } = input;
  const { drainLane } = proxyActivities<LaneActivities>({
    startToCloseTimeout: limits.roundTimeoutMs,
    heartbeatTimeout: limits.heartbeatTimeoutMs,
    retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
    priority: { fairnessKey: limits.fairnessKey },
  });
  let isWoken = false;
  setHandler(wake, () => {
    isWoken = true;
  });
  for (let round = 0; round < limits.roundsPerExecution && !workflowInfo().continueAsNewSuggested; round++) {
    isWoken = false;
    const { waitMs } = await drainLane({ kind, key });
    if (isWoken || waitMs === 0) continue;
    if (waitMs === null) return;
    await condition(() => isWoken, waitMs);
  }
  await continueAsNew<typeof lane>(input);
}

export { lane as 'webhook-intake', lane as 'webhook-delivery', lane as 'function-lane' };
