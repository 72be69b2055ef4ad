import { ApplicationFailure } from '@temporalio/common';
import { ActivityNotFoundError } from '@temporalio/client';
import type { TemporalClient } from './temporal-client.js';

/** An activity attempt as Temporal knows it. */
export interface ActivityAttempt {
  readonly workflowId: string;
  /** Run id of the execution that scheduled it. */
  readonly runId: string;
  readonly activityId: string;
}

/** Lets others go on at once with what a dead worker left behind, instead of after its heartbeat timeout. */
export class ActivityTakeover {
  constructor(private readonly temporal: TemporalClient) {}

  /** Fails the attempt in the name of its dead worker, so that Temporal gives the activity to another one now. */
  async release({ workflowId, runId, activityId }: ActivityAttempt): Promise<void> {
    const failure = ApplicationFailure.retryable('The worker that ran this died.', 'WorkerDied');
    try {
      await this.temporal.call((client) => client.activity.fail({ workflowId, runId, activityId }, failure));
    } catch (error) {
      if (!(error instanceof ActivityNotFoundError)) throw error;
    }
  }
}
