import { Injectable } from '@nestjs/common';
import type { RefreshLease } from '@svc/database';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import type { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import { ProviderOutages } from './provider-outages.service.js';
import type { RefreshCause } from './refresh-cause.js';
import { RefreshJournal, type JournaledRefresh } from './refresh-journal.service.js';
import { RefreshRecorder } from './refresh-recorder.service.js';
import { RenewalPlanner, type RenewalPlan } from './renewal-planner.service.js';

/** What a refresh works with. */
export interface PlannedRefresh {
  readonly found: FoundConnection;
  readonly lease: RefreshLease;
  readonly cause: RefreshCause;
  readonly plan: RenewalPlan;
}

/** A refresh that has begun. */
export interface RunningRefresh extends PlannedRefresh {
  readonly journaled: JournaledRefresh;
}

/** Everybody who has to hear how a refresh ended: the connection's row, the history, the count of outages. */
@Injectable()
export class RefreshOutcomes {
  constructor(
    private readonly vault: CredentialVault,
    private readonly planner: RenewalPlanner,
    private readonly recorder: RefreshRecorder,
    private readonly journal: RefreshJournal,
    private readonly outages: ProviderOutages,
  ) {}

  begin(refresh: PlannedRefresh): RunningRefresh {
    return { ...refresh, journaled: this.journal.begin(refresh.found, refresh.cause) };
  }

  /** False when somebody replaced the credentials or took the lease meanwhile. */
  async renewed({ found, lease, plan, journaled }: RunningRefresh, obtained: ObtainedCredentials): Promise<boolean> {
    const { credentials, expiresAt, isRotated, connectionConfig } = obtained;
    const isSaved = await this.recorder.renewed(found, lease, {
      version: found.connection.credentialsVersion,
      credentialsSealed: this.vault.sealConnection(credentials),
      expiresAt,
      refreshTokenRotates: isRotated,
      connectionConfig,
      nextCheckAt: this.planner.nextCheckAt(found, { expiresAt, issuedAt: new Date() }),
    });
    this.journal.succeeded(journaled, expiresAt);
    await this.outages.worked(found, plan.host);
    return isSaved;
  }

  async failed({ found, lease, plan, journaled }: RunningRefresh, failure: TokenFailure): Promise<void> {
    this.journal.failed(journaled, failure);
    await this.recorder.failed(found, lease, failure, journaled.id);
    await this.outages.failed(found, plan.host, failure.kind);
  }
}
