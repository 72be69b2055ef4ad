import { Inject, Injectable } from '@nestjs/common';
import { Database, RefreshLeaseRepository, type RefreshedCredentials, type RefreshLease } from '@svc/database';
import type { Logger } from '@svc/observability';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';
import { isOutage, passes, type TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { LOGGER } from '../core/core.tokens.js';
import { AuthHealth } from './auth-health.service.js';
import type { FoundConnection } from './found-connection.js';
import { EXHAUSTED_AFTER_DAYS } from './refresh-failure.js';
import { RefreshTroubles } from './refresh-troubles.service.js';

/** Tokens that a provider has already given away are kept through a database outage of this length. */
const SAVE_PATIENCE_MS = 8_000;
const SAVE_RETRY_MS = 250;

/** Writes down how a refresh ended, together with everything that follows from it. */
@Injectable()
export class RefreshRecorder {
  private readonly leases: RefreshLeaseRepository;

  constructor(
    private readonly database: Database,
    private readonly health: AuthHealth,
    private readonly troubles: RefreshTroubles,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.leases = new RefreshLeaseRepository(database);
  }

  /** Saves new credentials. False when the lease was lost or the credentials were replaced meanwhile. */
  async renewed(found: FoundConnection, lease: RefreshLease, refreshed: RefreshedCredentials): Promise<boolean> {
    const { refreshFailureReason, refreshTroubleId, errors } = found.connection;
    const isRecovery = refreshFailureReason !== null || refreshTroubleId !== null || errors.length > 0;
    const saved = await this.persistently(() =>
      isRecovery ? this.recovered(found, lease, refreshed) : this.leases.save(lease, refreshed),
    );
    return saved !== undefined;
  }

  /** Records a failure. Only one that says that the authorization is gone marks the connection at once; an outage never does. */
  async failed(found: FoundConnection, lease: RefreshLease, failure: TokenFailure, logId: string): Promise<void> {
    const { kind, answer } = failure;
    const retryAfterMs =
      answer?.retryAfterMs === undefined ? undefined : Math.min(answer.retryAfterMs, this.timing.longestRetryAfterMs);
    const troubleId = randomUUID();
    const record = {
      reason: kind,
      isOutage: isOutage(kind),
      marks: kind === 'auth_dead' || kind === 'refresh_interrupted',
      maxDays: EXHAUSTED_AFTER_DAYS,
      logId,
      retryAfterMs,
      troubleId: passes(kind) ? troubleId : undefined,
    };
    await this.persistently(() =>
      this.database.transaction(async (tx) => {
        const outcome = await this.leases.fail(lease, record, tx);
        if (!outcome) return;
        const { environmentName, beginsTrouble, isNewlyMarked } = outcome;
        if (isNewlyMarked) await this.health.broke(tx, found, { type: kind, description: failure.message });
        if (beginsTrouble) await this.troubles.begin(tx, found, { troubleId, environmentName });
      }),
    );
  }

  private recovered(found: FoundConnection, lease: RefreshLease, refreshed: RefreshedCredentials) {
    return this.database.transaction(async (tx) => {
      const saved = await this.leases.save(lease, refreshed, tx);
      if (saved) await this.health.recovered(tx, found, saved.wasMarked);
      return saved;
    });
  }

  private async persistently<T>(work: () => Promise<T>): Promise<T> {
    for (const giveUpAt = Date.now() + SAVE_PATIENCE_MS; ;) {
      try {
        return await work();
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        this.logger.warn({ err: error }, 'The outcome of a token refresh could not be saved yet; trying again.');
        await sleep(SAVE_RETRY_MS);
      }
    }
  }
}
