import type { Config } from '@svc/config';
import {
  connectionLifecycleWorkflowId,
  TASK_QUEUES,
  WORKFLOWS,
  type ConnectionLifecycleInput,
  type RunSubject,
} from '@svc/contracts/workflows';
import type { WorkflowStart } from '@svc/temporal';

/** The runner ends an attempt itself; one that does not is cut off by Temporal, this much later. */
const ATTEMPT_MARGIN_MS = 60_000;

/** The workflow that makes a run in the background. */
export function lifecycleWorkflow(
  invocationId: string,
  subject: RunSubject,
  { action, sync }: Pick<Config, 'action' | 'sync'>,
): WorkflowStart {
  const input: ConnectionLifecycleInput = {
    invocationId,
    limits: {
      attemptTimeoutMs: action.maxRunMs + ATTEMPT_MARGIN_MS,
      heartbeatTimeoutMs: sync.heartbeatTimeoutMs,
    },
  };
  return {
    workflow: WORKFLOWS.connectionLifecycle,
    workflowId: connectionLifecycleWorkflowId(invocationId),
    taskQueue: TASK_QUEUES.system,
    args: [input],
    subject,
  };
}
