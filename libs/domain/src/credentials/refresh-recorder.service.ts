import { Inject, Injectable } from '@nestjs/common';
import { Database, RefreshLeaseRepository, type RefreshedCredentials, type RefreshLease } from '@svc/database';
import type { Logger } from '@svc/observability';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER } from '../core/core.tokens.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { CredentialVault } from './credential-vault.service.js';
import type { FoundConnection } from './found-connection.js';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import { isOutage, type TokenFailure } from '../auth-modes/tokens/token-failure.js';

/** Tokens that a provider has already given away are kept through a database outage of this length. */
const SAVE_PATIENCE_MS = 8_000;
const SAVE_RETRY_MS = 250;

/** Writes down how a refresh ended: credentials or the reason, the log, the connection's errors. */
@Injectable()
export class RefreshRecorder {
  private readonly leases: RefreshLeaseRepository;

  constructor(
    private readonly database: Database,
    private readonly vault: CredentialVault,
    private readonly log: OperationLog,
    private readonly syncs: SyncInstances,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.leases = new RefreshLeaseRepository(database);
  }

  /** Saves new credentials. False when the lease was lost or the credentials were replaced meanwhile. */
  async renewed(found: FoundConnection, lease: RefreshLease, outcome: ObtainedCredentials): Promise<boolean> {
    const refreshed = {
      version: found.connection.credentialsVersion,
      credentialsSealed: this.vault.sealConnection(outcome.credentials),
      expiresAt: outcome.expiresAt,
      refreshTokenRotates: outcome.isRotated,
      connectionConfig: outcome.connectionConfig,
    };
    const isRecovery = found.connection.refreshFailureReason !== null || found.connection.errors.length > 0;
    const isSaved = await this.persistently(() =>
      isRecovery ? this.recovered(found, lease, refreshed) : this.leases.save(lease, refreshed),
    );
    const operation = this.startOperation(found);
    this.log.log(operation.id, {
      level: 'info',
      message: 'The access token was refreshed.',
      payload: { expires_at: outcome.expiresAt },
    });
    this.log.finish(operation.id, { status: 'success' });
    return isSaved;
  }

  /** Records a failure. An outage leaves the connection's errors as they are. */
  async failed(found: FoundConnection, lease: RefreshLease, failure: TokenFailure): Promise<void> {
    const operation = this.startOperation(found);
    const isConnectionsFault = !isOutage(failure.kind);
    this.log.log(operation.id, {
      level: 'error',
      message: failure.message,
      payload: { ...failure.answer, reason: failure.kind },
    });
    this.log.finish(operation.id, { status: 'failed', error: { code: failure.kind, message: failure.message } });
    const record = {
      reason: failure.kind,
      countsDay: isConnectionsFault,
      logId: isConnectionsFault ? operation.id : undefined,
    };
    await this.persistently(() =>
      this.database.transaction(async (tx) => {
        const isOurs = await this.leases.fail(lease, record, tx);
        if (isOurs && failure.kind === 'auth_dead') await this.syncs.pauseForAuth(tx, found.connection.id);
      }),
    );
  }

  /** A connection that works again takes its syncs along. */
  private recovered(found: FoundConnection, lease: RefreshLease, refreshed: RefreshedCredentials): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const isSaved = await this.leases.save(lease, refreshed, tx);
      if (isSaved) await this.syncs.resumeForAuth(tx, found.connection.id);
      return isSaved;
    });
  }

  private startOperation({ integration, connection }: FoundConnection) {
    return this.log.start({
      environmentId: integration.environmentId,
      type: 'auth',
      action: 'refresh_token',
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
      connectionId: connection.id,
      connectionKey: connection.connectionId,
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
