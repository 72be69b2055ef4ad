import type { ActionActivities, ActionAttemptOutcome, ActionWorkflowInput } from '@svc/contracts/workflows';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { TASK_QUEUE } from './workflow-bed.js';

/** What one action did. */
export interface ScriptedAction {
  readonly handle: WorkflowHandle;
  readonly attempts: () => number;
  readonly isAborted: () => boolean;
}

interface Script {
  readonly attempt: (n: number) => ActionAttemptOutcome | Promise<ActionAttemptOutcome>;
  attempts: number;
  isAborted: boolean;
}

/** Activities of the workflow `action` that follow a script each. */
export class ActionScripts {
  private readonly scripts = new Map<string, Script>();

  readonly activities: ActionActivities = {
    runAction: async ({ actionRunId }) => {
      const script = this.scriptOf(actionRunId);
      return await script.attempt((script.attempts += 1));
    },
    abortAction: async ({ actionRunId }) => void (this.scriptOf(actionRunId).isAborted = true),
  };

  /** @param attempt decides the outcome of attempt number `n`, from 1. */
  async start(client: Client, attempt: Script['attempt']): Promise<ScriptedAction> {
    const actionRunId = randomUUID();
    const script: Script = { attempt, attempts: 0, isAborted: false };
    this.scripts.set(actionRunId, script);
    const input: ActionWorkflowInput = {
      actionRunId,
      limits: { attemptTimeoutMs: 60_000, heartbeatTimeoutMs: 2_000, fairnessKey: 'dev' },
    };
    const handle = await client.workflow.start('action', {
      taskQueue: TASK_QUEUE,
      workflowId: `action-${actionRunId}`,
      args: [input],
    });
    return { handle, attempts: () => script.attempts, isAborted: () => script.isAborted };
  }

  private scriptOf(actionRunId: string): Script {
    const script = this.scripts.get(actionRunId);
    if (!script) throw new Error(`No script for the action ${actionRunId}.`);
    return script;
  }
}
