import type {
  ActionActivities,
  ActionWorkflowInput,
  SyncActivities,
  SyncWorkflowInput,
} from '@svc/contracts/workflows';
import { proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';

const { runAction } = proxyActivities<ActionActivities>({ startToCloseTimeout: '1 minute' });
const { startSyncRun } = proxyActivities<SyncActivities>({ startToCloseTimeout: '1 minute' });

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
