import { Injectable } from '@nestjs/common';
import {
  ConnectionCheckRepository,
  ConnectionRepository,
  Database,
  IntegrationRepository,
  type Transaction,
  type UpsertedConnection,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { CreationHooks } from '../lifecycle/creation-hooks.service.js';
import type { LifecycleSubject } from '../lifecycle/lifecycle-runs.service.js';
import { CredentialRevocations } from '../revocations/credential-revocations.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import type { Establishment } from './establishment.js';

/** A connection that is saved. */
export interface SavedConnection extends UpsertedConnection {
  readonly subject: LifecycleSubject;
}

/** What is written about a connection that comes into being or gets new credentials, each part in the caller's transaction. */
@Injectable()
export class ConnectionRecords {
  private readonly connections: ConnectionRepository;
  private readonly checks: ConnectionCheckRepository;
  private readonly integrations: IntegrationRepository;

  constructor(
    database: Database,
    private readonly vault: CredentialVault,
    private readonly syncs: SyncInstances,
    private readonly hooks: CreationHooks,
    private readonly revocations: CredentialRevocations,
  ) {
    this.connections = new ConnectionRepository(database);
    this.checks = new ConnectionCheckRepository(database);
    this.integrations = new IntegrationRepository(database);
  }

  /**
   * @param isPending nothing begins for it before {@link settle}.
   * @throws AppError 404 `not_found`
   */
  async save(wanted: Establishment, isPending: boolean, tx: Transaction): Promise<SavedConnection> {
    const { integration, connectionId, obtained, webhookUrl, action } = wanted;
    const { id: integrationId, environmentId, uniqueKey: providerConfigKey } = integration;
    await this.holdIntegration(integrationId, tx);
    const saved = await this.connections.upsert(
      {
        environmentId,
        integrationId,
        connectionId,
        credentialsSealed: this.vault.sealConnection(obtained.credentials),
        expiresAt: obtained.expiresAt,
        connectionConfig: wanted.connectionConfig,
        metadata: wanted.metadata,
        tags: wanted.tags,
        endUser: wanted.endUser && { ...wanted.endUser },
        webhookUrl: webhookUrl === '' ? null : webhookUrl,
        viaSession: action !== 'import_connection',
        isPending,
      },
      tx,
    );
    if (saved.isNew && action === 'reconnect')
      throw new AppError('not_found', 'The connection to authorize anew was deleted meanwhile.');
    const subject = {
      environmentId,
      integrationId,
      providerConfigKey,
      connectionId: saved.id,
      connectionKey: connectionId,
    };
    return { ...saved, subject };
  }

  /**
   * Everything begins that depends on the connection: functions that follow its creation, and its syncs.
   *
   * @throws AppError 404 `not_found`
   */
  async settle({ id, isNew, subject }: SavedConnection, tx: Transaction): Promise<void> {
    await this.holdIntegration(subject.integrationId, tx);
    await this.connections.endValidation(id, tx);
    if (!isNew) return await this.syncs.resumeForAuth(tx, id);
    await this.hooks.enqueue(tx, subject);
    await this.syncs.createForConnection(tx, subject);
  }

  /** A function refused it: a new one is gone, one that was there before is marked, and its syncs wait. */
  async refuse(
    { id, isNew, credentialsVersion: version }: SavedConnection,
    logId: string,
    tx: Transaction,
  ): Promise<void> {
    if (isNew) return await this.discard(id, tx);
    if (await this.checks.recordTest({ connectionId: id, version, works: false, logId }, tx))
      await this.syncs.pauseForAuth(tx, id);
  }

  /** Takes a connection away that never was one; what it is authorized for is ended at the provider. */
  async discard(id: number, tx: Transaction): Promise<void> {
    await this.integrations.holdOfConnection(id, tx);
    await this.connections.endValidation(id, tx);
    await this.revocations.prepare(tx, { connectionId: id });
    if (await this.connections.softDelete(id, tx)) await this.syncs.removeForConnection(tx, id);
  }

  /** The same once its validation has no process any more, and not when it has ended or begun anew meanwhile. */
  async discardAbandoned(id: number, olderThanMs: number, tx: Transaction): Promise<void> {
    await this.integrations.holdOfConnection(id, tx);
    if (await this.connections.holdUnvalidated(id, olderThanMs, tx)) await this.discard(id, tx);
  }

  /** First of all locks: its functions, from which the syncs follow, stay as they are. */
  private async holdIntegration(id: number, tx: Transaction): Promise<void> {
    if (await this.integrations.holdForShare(id, tx)) return;
    throw new AppError('not_found', 'The integration was deleted meanwhile.');
  }
}
