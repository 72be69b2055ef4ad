import type {
  ActionActivities,
  ActionWorkflowInput,
  LaneActivities,
  LaneInput,
  RefreshActivities,
  RefreshCredentialsInput,
  ConnectionLifecycleInput,
  LifecycleActivities,
  RevokeActivities,
  RevokeCredentialsInput,
  SyncActivities,
  SyncWorkflowInput,
} from '@svc/contracts/workflows';
import { proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';

const { runAction } = proxyActivities<ActionActivities>({ startToCloseTimeout: '1 minute' });
const { refreshCredentials: attempt, sweepConnections } = proxyActivities<RefreshActivities>({
  startToCloseTimeout: '1 minute',
});
const { revokeCredentials: revoke } = proxyActivities<RevokeActivities>({ startToCloseTimeout: '1 minute' });
const { drainLane } = proxyActivities<LaneActivities>({ startToCloseTimeout: '1 minute' });
const { startSyncRun } = proxyActivities<SyncActivities>({ startToCloseTimeout: '1 minute' });
const { runInvocation } = proxyActivities<LifecycleActivities>({ startToCloseTimeout: '1 minute' });

/** The workflow `sync` changed as it must not be: a wait before what old runs did first. The replay test has to notice. */
export async function sync({ syncId }: SyncWorkflowInput): Promise<void> {
  await sleep(1_000);
  const { workflowId, firstExecutionRunId } = workflowInfo();
  await startSyncRun({ syncId, workflowId, temporalRunId: firstExecutionRunId });
}

/** The workflow `action` changed likewise. */
export async function action({ actionRunId }: ActionWorkflowInput): Promise<void> {
  await sleep(1_000);
  await runAction({ actionRunId });
}

/** The workflow `refresh-credentials` without its first wait. */
async function refreshCredentials({ connectionId, troubleId }: RefreshCredentialsInput): Promise<void> {
  await attempt({ connectionId, troubleId });
}

/** The workflow `refresh-sweep` with a wait that it did not have. */
async function refreshSweep(): Promise<void> {
  await sleep(1_000);
  await sweepConnections();
}

/** The workflow `revoke-credentials` likewise. */
async function revokeCredentials(input: RevokeCredentialsInput): Promise<void> {
  await sleep(1_000);
  await revoke(input);
}

/** The workflow `connection-lifecycle` likewise. */
async function connectionLifecycle({ invocationId }: ConnectionLifecycleInput): Promise<void> {
  await sleep(1_000);
  await runInvocation({ invocationId });
}

/** The workflows of lanes likewise. */
async function lane({ kind, key }: LaneInput): Promise<void> {
  await sleep(1_000);
  await drainLane({ kind, key });
}

export {
  connectionLifecycle as 'connection-lifecycle',
  lane as 'webhook-intake',
  lane as 'webhook-delivery',
  lane as 'function-lane',
  refreshCredentials as 'refresh-credentials',
  refreshSweep as 'refresh-sweep',
  revokeCredentials as 'revoke-credentials',
};
