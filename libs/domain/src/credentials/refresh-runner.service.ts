import { Inject, Injectable } from '@nestjs/common';
import { ConnectionAccessRepository, Database, RefreshLeaseRepository, type RefreshLease } from '@svc/database';
import { AppError } from '@svc/errors';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import type { FoundConnection } from './found-connection.js';
import type { RefreshCause } from './refresh-cause.js';
import { ProviderOutages } from './provider-outages.service.js';
import { refreshFailed, refreshWaits } from './refresh-failure.js';
import { RefreshOutcomes, type RunningRefresh } from './refresh-outcomes.service.js';
import { RenewalPlanner, type RenewalPlan } from './renewal-planner.service.js';

/** Runs one refresh under a lease that this process holds. */
@Injectable()
export class RefreshRunner {
  private readonly access: ConnectionAccessRepository;
  private readonly leases: RefreshLeaseRepository;

  constructor(
    database: Database,
    private readonly planner: RenewalPlanner,
    private readonly outcomes: RefreshOutcomes,
    private readonly outages: ProviderOutages,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.access = new ConnectionAccessRepository(database);
    this.leases = new RefreshLeaseRepository(database);
  }

  /** @throws AppError 424 while the provider fails for everybody, unless this refresh is the one that tries. */
  async checkOutage(found: FoundConnection): Promise<void> {
    const host = this.planner.plan(found)?.host;
    if (host === undefined) return;
    const outage = await this.outages.barring(found, host);
    if (outage) throw refreshWaits(outage, host);
  }

  /**
   * Refreshes and returns the row as it is afterwards.
   *
   * @param known what was read before the lease was taken; it is read again first, since much may have happened.
   * @throws AppError `invalid_credentials`
   */
  async run(known: FoundConnection, lease: RefreshLease, cause: RefreshCause): Promise<FoundConnection> {
    const found = await this.read(known);
    const isReplaced = found.connection.refreshRound !== known.connection.refreshRound;
    if (isReplaced) return found;
    const plan = this.planner.plan(found);
    if (!plan) return found;
    const refresh = { found, lease, cause, plan };
    if (cause.trigger !== 'forced' && wasInterrupted(found, plan)) {
      const failure = new TokenFailure(
        'refresh_interrupted',
        'The process that refreshed the token ended before it could save the answer.',
      );
      await this.outcomes.failed(this.outcomes.begin(refresh), failure);
      throw refreshFailed(failure.kind);
    }
    const isStillOurs = await this.leases.markSent(lease, found.connection.credentialsVersion, this.timing.leaseMs);
    if (!isStillOurs) return this.read(found);
    const running = this.outcomes.begin(refresh);
    return this.save(running, await this.ask(running));
  }

  private async ask(running: RunningRefresh): Promise<ObtainedCredentials> {
    const { renewal, subject } = running.plan;
    try {
      return await renewal.renew(subject, AbortSignal.timeout(this.timing.requestMs));
    } catch (error) {
      if (!(error instanceof TokenFailure)) {
        const cause = { cause: error };
        const failure = new TokenFailure(
          'misconfigured',
          'The token request failed inside the gateway.',
          undefined,
          cause,
        );
        await this.outcomes.failed(running, failure);
        throw error;
      }
      await this.outcomes.failed(running, error);
      throw refreshFailed(error.kind, error.message, error);
    }
  }

  private async save(running: RunningRefresh, obtained: ObtainedCredentials): Promise<FoundConnection> {
    const { found } = running;
    const isSaved = await this.outcomes.renewed(running, obtained);
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
