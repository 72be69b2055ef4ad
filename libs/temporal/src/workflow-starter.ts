import {
  runSummary,
  type LaneSubject,
  type RunSubject,
  type TaskQueue,
  type WorkflowName,
} from '@svc/contracts/workflows';
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { TemporalClient } from './temporal-client.js';
import { typedSearchAttributes } from './typed-search-attributes.js';

/** A workflow to start. Ids and switches only: whatever stands here is in the workflow's history. */
export interface WorkflowStart {
  readonly workflow: WorkflowName;
  readonly workflowId: string;
  readonly taskQueue: TaskQueue;
  readonly args: readonly unknown[];
  readonly subject: RunSubject;
}

/** A long-lived workflow to wake. */
export interface WorkflowWake extends Omit<WorkflowStart, 'subject'> {
  readonly signal: string;
  /** One line for the Temporal UI. */
  readonly summary: string;
  readonly subject: LaneSubject;
}

/** Starts, cancels and looks up workflows. */
export class WorkflowStarter {
  constructor(private readonly temporal: TemporalClient) {}

  /** Starts a workflow once: its id was made for this one purpose, so starting it again does nothing, also after its end. */
  async start(start: WorkflowStart): Promise<void> {
    try {
      await this.open(start, 'REJECT_DUPLICATE');
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Starts a workflow that is gone before its purpose was fulfilled; one that runs is left alone. */
  async startAgain(start: WorkflowStart): Promise<void> {
    await this.open(start, 'ALLOW_DUPLICATE');
  }

  /** Signals a workflow, which is started when it does not run, also after an earlier end. */
  async signalWithStart({
    workflow,
    workflowId,
    taskQueue,
    args,
    signal,
    summary,
    subject,
  }: WorkflowWake): Promise<void> {
    await this.temporal.call((client) =>
      client.workflow.signalWithStart(workflow, {
        workflowId,
        taskQueue,
        args: [...args],
        signal,
        signalArgs: [],
        typedSearchAttributes: typedSearchAttributes(subject),
        staticSummary: summary,
      }),
    );
  }

  /** Asks a workflow to stop; one that has ended or never was needs no asking. */
  async cancel(workflowId: string): Promise<void> {
    try {
      await this.temporal.call((client) => client.workflow.getHandle(workflowId).cancel());
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }

  /** Whether the chain of executions that began with `firstRunId`, or the latest one of this id, is still going on. */
  async isOpen(workflowId: string, firstRunId?: string): Promise<boolean> {
    try {
      const description = await this.temporal.call((client) =>
        client.workflow
          .getHandle(workflowId, undefined, firstRunId === undefined ? {} : { firstExecutionRunId: firstRunId })
          .describe(),
      );
      const chain = description.raw.workflowExecutionInfo?.firstRunId;
      return description.status.name === 'RUNNING' && (!chain || !firstRunId || chain === firstRunId);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  private async open(
    { workflow, workflowId, taskQueue, args, subject }: WorkflowStart,
    workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE',
  ): Promise<void> {
    await this.temporal.call((client) =>
      client.workflow.start(workflow, {
        workflowId,
        taskQueue,
        args: [...args],
        typedSearchAttributes: typedSearchAttributes(subject),
        staticSummary: runSummary(subject),
        workflowIdReusePolicy,
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    );
  }
}
