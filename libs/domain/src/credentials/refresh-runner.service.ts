import { Inject, Injectable } from '@nestjs/common';
import { ConnectionAccessRepository, Database, RefreshLeaseRepository, type RefreshLease } from '@svc/database';
import { AppError } from '@svc/errors';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import { refreshFailed } from './refresh-failure.js';
import { RefreshRecorder } from './refresh-recorder.service.js';
import { RenewalPlanner, type RenewalPlan } from './renewal-planner.service.js';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { TokenFailure } from '../auth-modes/tokens/token-failure.js';

/** Runs one refresh under a lease that this process holds. */
@Injectable()
export class RefreshRunner {
  private readonly access: ConnectionAccessRepository;
  private readonly leases: RefreshLeaseRepository;

  constructor(
    database: Database,
    private readonly vault: CredentialVault,
    private readonly planner: RenewalPlanner,
    private readonly recorder: RefreshRecorder,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.access = new ConnectionAccessRepository(database);
    this.leases = new RefreshLeaseRepository(database);
  }

  /**
   * Refreshes and returns the row as it is afterwards.
   *
   * @param known what was read before the lease was taken; it is read again first, since much may have happened.
   * @throws AppError `invalid_credentials`
   */
  async run(known: FoundConnection, lease: RefreshLease, isForced: boolean): Promise<FoundConnection> {
    const found = await this.read(known);
    const isReplaced = found.connection.refreshRound !== known.connection.refreshRound;
    if (isReplaced) return found;
    const plan = this.planner.plan(found, this.vault.openConnection(found.connection));
    if (!plan) return found;
    if (!isForced && wasInterrupted(found, plan)) {
      const failure = new TokenFailure(
        'refresh_interrupted',
        'The process that refreshed the token ended before it could save the answer.',
      );
      await this.recorder.failed(found, lease, failure);
      throw refreshFailed(failure.kind);
    }
    const isStillOurs = await this.leases.markSent(lease, found.connection.credentialsVersion, this.timing.leaseMs);
    if (!isStillOurs) return this.read(found);
    return this.save(found, lease, await this.ask(found, lease, plan));
  }

  private async ask(
    found: FoundConnection,
    lease: RefreshLease,
    { renewal, subject }: RenewalPlan,
  ): Promise<ObtainedCredentials> {
    try {
      return await renewal.renew(subject, AbortSignal.timeout(this.timing.requestMs));
    } catch (error) {
      if (!(error instanceof TokenFailure)) {
        await this.recorder.failed(
          found,
          lease,
          new TokenFailure('misconfigured', 'The token request failed inside the gateway.', undefined, {
            cause: error,
          }),
        );
        throw error;
      }
      await this.recorder.failed(found, lease, error);
      throw refreshFailed(error.kind, error.message, error);
    }
  }

  private async save(
    found: FoundConnection,
    lease: RefreshLease,
    outcome: ObtainedCredentials,
  ): Promise<FoundConnection> {
    const isSaved = await this.recorder.renewed(found, lease, outcome);
    const row = await this.read(found);
    // Not saved, yet changed: the credentials were replaced by an import, which wins.
    if (isSaved || row.connection.credentialsVersion !== found.connection.credentialsVersion) return row;
    throw refreshFailed('provider_down', 'The new token came too late to be saved.');
  }

  private async read({ integration, connection }: FoundConnection): Promise<FoundConnection> {
    const row = await this.access.find({ environmentId: integration.environmentId, id: connection.id });
    if (row?.connection) return { integration: row.integration, connection: row.connection };
    throw new AppError('unknown_connection', `The connection "${connection.connectionId}" was deleted meanwhile.`);
  }
}

/** Somebody sent a request and never said how it ended; harmless where the same request may be sent twice. */
const wasInterrupted = ({ connection }: FoundConnection, { renewal }: RenewalPlan): boolean =>
  connection.refreshSentAt !== null && !renewal.isRepeatable && connection.refreshTokenRotates !== false;
