import { Inject, Injectable } from '@nestjs/common';
import type { Credentials } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { ConnectionAccess } from './connection-access.service.js';
import { CredentialRefresher } from './credential-refresher.service.js';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import type { FreshConnection, FreshRequest } from './fresh-connection.js';
import { cooldownEndOf, refreshBlocked, refreshBlockOf } from './refresh-failure.js';
import { RenewalPlanner } from './renewal-planner.service.js';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { isOutage } from '../auth-modes/tokens/token-failure.js';

/** A token with less validity than this may run out on its way to the provider. */
const LAST_USE_MS = 5_000;

/** Gives out connections with credentials that work. One query where nothing has to be renewed. */
@Injectable()
export class ConnectionCredentialsService {
  constructor(
    private readonly access: ConnectionAccess,
    private readonly vault: CredentialVault,
    private readonly planner: RenewalPlanner,
    private readonly refresher: CredentialRefresher,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {}

  /**
   * A connection with its integration and credentials, renewed first when they are about to expire or when forced.
   *
   * @throws AppError what `onMissing` gives; 400 `invalid_credentials` when the renewal fails; 424
   *   `connection_refresh_backoff`, `invalid_credentials` or `refresh_interrupted` when it is needed and not tried because
   *   of what happened before. `payload.reason` says more.
   */
  async getFresh(request: FreshRequest): Promise<FreshConnection> {
    const found = await this.access.use(request);
    const credentials = this.vault.openConnection(found.connection);
    const isForced = request.force ?? false;
    const freshness = request.freshness ?? 'usable';
    if (!isForced && !this.planner.isDue(found, freshness)) return this.toFresh(found, credentials);
    if (!this.planner.plan(found)) return this.toFresh(found, credentials);
    try {
      return this.toFresh(await this.renew(found, isForced));
    } catch (error) {
      if (!isForced && freshness === 'usable' && stillServes(found, error)) return this.toFresh(found, credentials);
      // Deleted while it was refreshed.
      const isGone = error instanceof AppError && error.code === 'unknown_connection';
      throw (isGone && request.onMissing?.('connection')) || error;
    }
  }

  /** The connection as it is, expired or not, without renewing anything. */
  async getStored(request: FreshRequest): Promise<FreshConnection> {
    return this.toFresh(await this.access.use(request));
  }

  private async renew(found: FoundConnection, isForced: boolean): Promise<FoundConnection> {
    if (isForced) return this.refresher.refresh(found, { trigger: 'forced' });
    const { connection } = found;
    const block = refreshBlockOf(connection, this.timing.cooldownMs);
    if (!block) return this.refresher.refresh(found, { trigger: 'read' });
    const retryAtMs = block === 'cooldown' ? cooldownEndOf(connection, this.timing.cooldownMs) : undefined;
    throw refreshBlocked(block, connection.refreshFailureReason, retryAtMs);
  }

  private toFresh({ integration, connection }: FoundConnection, credentials?: Credentials): FreshConnection {
    return {
      integration: this.vault.openIntegration(integration),
      connection,
      credentials: credentials ?? this.vault.openConnection(connection),
    };
  }
}

/** A renewal that failed by an outage does no harm as long as the token at hand is valid. */
function stillServes({ connection }: FoundConnection, error: unknown): boolean {
  if (!(error instanceof AppError) || !connection.expiresAt) return false;
  if (connection.expiresAt.getTime() - Date.now() < LAST_USE_MS) return false;
  const { reason, last_failure: lastFailure } = { ...Object(error.details.payload) };
  return isOutage(reason) || (reason === 'cooldown' && isOutage(lastFailure ?? null));
}
