import { Injectable } from '@nestjs/common';
import type { RefreshActivities, RevokeActivities } from '@svc/contracts/workflows';
import { ConnectionSweep, RefreshRetry, RevocationExecutor } from '@svc/domain';
import { heartbeating } from '../temporal/heartbeating.js';

/** The activities of the workflows `refresh-credentials`, `refresh-sweep` and `revoke-credentials`, handed to the domain. */
@Injectable()
export class CredentialActivitiesAdapter {
  constructor(
    private readonly retry: RefreshRetry,
    private readonly sweep: ConnectionSweep,
    private readonly revocations: RevocationExecutor,
  ) {}

  activities(): RefreshActivities & RevokeActivities {
    return {
      refreshCredentials: (attempt) => this.retry.attempt(attempt),
      sweepConnections: () => heartbeating((signal) => this.sweep.run(signal)),
      revokeCredentials: ({ batchId }) => heartbeating((signal) => this.revocations.attemptDue(batchId, signal)),
    };
  }
}
