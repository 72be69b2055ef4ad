import type { ConnectionLifecycleInput, InvocationAttemptOutcome, LifecycleActivities } from '@svc/contracts/workflows';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { TASK_QUEUE } from './workflow-bed.js';

type Script = (n: number) => InvocationAttemptOutcome;

/** The activity of the workflow `connection-lifecycle`, which follows a script for each run. */
export class LifecycleScripts {
  private readonly scripts = new Map<string, { readonly script: Script; attempts: number }>();

  readonly activities: LifecycleActivities = {
    runInvocation: ({ invocationId }) => {
      const run = this.scripts.get(invocationId);
      if (!run) throw new Error(`No script for the run ${invocationId}.`);
      return Promise.resolve(run.script((run.attempts += 1)));
    },
  };

  /** @param script decides the outcome of attempt number `n`, from 1. */
  async start(client: Client, script: Script): Promise<{ handle: WorkflowHandle; attempts: () => number }> {
    const invocationId = randomUUID();
    const run = { script, attempts: 0 };
    this.scripts.set(invocationId, run);
    const input: ConnectionLifecycleInput = {
      invocationId,
      limits: { attemptTimeoutMs: 60_000, heartbeatTimeoutMs: 2_000 },
    };
    const handle = await client.workflow.start('connection-lifecycle', {
      taskQueue: TASK_QUEUE,
      workflowId: `connection-lifecycle-${invocationId}`,
      args: [input],
    });
    return { handle, attempts: () => run.attempts };
  }
}
