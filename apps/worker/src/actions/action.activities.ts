import { Injectable } from '@nestjs/common';
import type { ActionActivities, ActionAttemptOutcome } from '@svc/contracts/workflows';
import { ActionExecutor } from '@svc/domain';
import { Context } from '@temporalio/activity';
import { heartbeating } from '../temporal/heartbeating.js';

/** The activities of the workflow `action`, handed to the domain. */
@Injectable()
export class ActionActivitiesAdapter {
  constructor(private readonly executor: ActionExecutor) {}

  activities(): ActionActivities {
    return {
      runAction: ({ actionRunId }) => this.run(actionRunId),
      abortAction: ({ actionRunId }) => this.executor.abort(actionRunId),
    };
  }

  /** A worker that shuts down lets an attempt end as long as it may: it cannot be handed over, only lost. */
  private async run(actionRunId: string): Promise<ActionAttemptOutcome> {
    const cancelled = new AbortController();
    Context.current().cancelled.catch((reason: unknown) => {
      if (!(reason instanceof Error) || reason.message !== 'WORKER_SHUTDOWN') cancelled.abort(reason);
    });
    return await heartbeating(() => this.executor.attempt(actionRunId, cancelled.signal));
  }
}
