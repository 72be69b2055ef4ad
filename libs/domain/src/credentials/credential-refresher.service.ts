import { Inject, Injectable } from '@nestjs/common';
import { ConnectionAccessRepository, Database, RefreshLeaseRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { FoundConnection } from './found-connection.js';
import type { RefreshCause } from './refresh-cause.js';
import { refreshFailed } from './refresh-failure.js';
import { RefreshPoller } from './refresh-poller.service.js';
import { RefreshRunner } from './refresh-runner.service.js';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';

/**
 * One refresh of a connection at a time, however many callers and processes ask (docs/adr/0006). Callers of this
 * process share one promise; processes agree by a lease in PostgreSQL.
 */
@Injectable()
export class CredentialRefresher {
  private readonly flights = new Map<number, Promise<FoundConnection>>();
  private readonly access: ConnectionAccessRepository;
  private readonly leases: RefreshLeaseRepository;

  constructor(
    database: Database,
    private readonly runner: RefreshRunner,
    private readonly poller: RefreshPoller,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.access = new ConnectionAccessRepository(database);
    this.leases = new RefreshLeaseRepository(database);
  }

  /**
   * The row after a refresh that ended later than `known` was read: ours, or that of whoever was faster.
   *
   * @throws AppError when that refresh failed, or when it waits because the provider fails for everybody.
   */
  refresh(known: FoundConnection, cause: RefreshCause): Promise<FoundConnection> {
    const { id } = known.connection;
    const running = this.flights.get(id);
    if (running) return running;
    const flight = this.fly(known, cause).finally(() => this.flights.delete(id));
    this.flights.set(id, flight);
    return flight;
  }

  private async fly(known: FoundConnection, cause: RefreshCause): Promise<FoundConnection> {
    const { id, refreshRound: round } = known.connection;
    const lease = { connectionId: id, owner: randomUUID() };
    if (cause.trigger !== 'forced') await this.runner.checkOutage(known);
    for (const giveUpAt = Date.now() + this.timing.waitMs; Date.now() < giveUpAt;) {
      if (await this.leases.take(lease, round, this.timing.leaseMs)) return this.runner.run(known, lease, cause);
      const state = await this.poller.untilChanged(id, round);
      if (!state || state.round !== round) return this.outcomeOfOther(known);
    }
    throw refreshFailed('provider_down', 'Another process has been refreshing it for too long.');
  }

  private async outcomeOfOther({ integration, connection: before }: FoundConnection): Promise<FoundConnection> {
    const row = await this.access.find({ environmentId: integration.environmentId, id: before.id });
    if (!row?.connection)
      throw new AppError('unknown_connection', `The connection "${before.connectionId}" was deleted meanwhile.`);
    if (row.connection.credentialsVersion === before.credentialsVersion)
      throw refreshFailed(row.connection.refreshFailureReason);
    return { integration: row.integration, connection: row.connection };
  }
}
