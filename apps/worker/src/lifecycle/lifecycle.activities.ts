import { Injectable } from '@nestjs/common';
import type { LifecycleActivities } from '@svc/contracts/workflows';
import { InvocationExecutor } from '@svc/domain';
import { heartbeating } from '../temporal/heartbeating.js';

/** The activity of the workflow `connection-lifecycle`, handed to the domain. */
@Injectable()
export class LifecycleActivitiesAdapter {
  constructor(private readonly executor: InvocationExecutor) {}

  activities(): LifecycleActivities {
    return {
      runInvocation: ({ invocationId }) => heartbeating((signal) => this.executor.attempt(invocationId, signal)),
    };
  }
}
