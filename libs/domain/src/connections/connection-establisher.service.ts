import { Injectable } from '@nestjs/common';
import type { EndUser, Provider } from '@svc/contracts';
import {
  ConnectionRepository,
  Database,
  IntegrationRepository,
  type Transaction,
  type UpsertedConnection,
} from '@svc/database';
import { AppError } from '@svc/errors';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import type { OpenIntegration } from '../credentials/open-integration.js';
import type { Operation } from '../logs/operation.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { AuthEvents, type AuthEvent } from '../webhook-events/auth-events.service.js';
import { ConnectionProof, type ProofAction } from './connection-proof.service.js';

/** A connection to make, or to put in the place of the one with the same id. What is undefined stays as it is there. */
export interface Establishment {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionId: string;
  readonly obtained: Pick<ObtainedCredentials, 'credentials' | 'expiresAt'>;
  /** Checked, with defaults. */
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly endUser?: EndUser | undefined;
  /** Empty text clears it. */
  readonly webhookUrl?: string | undefined;
  readonly action: ProofAction;
  /** Operation of the log that this is a part of. */
  readonly operation?: Operation;
}

/** What became of an {@link Establishment}. */
export interface EstablishedConnection extends UpsertedConnection {
  readonly connectionId: string;
}

/**
 * The one way in which a connection comes into being or gets new credentials: verify, then save with everything that
 * depends on it (wire contract, section 16, "Order at creation").
 */
@Injectable()
export class ConnectionEstablisher {
  private readonly connections: ConnectionRepository;
  private readonly integrations: IntegrationRepository;

  constructor(
    private readonly database: Database,
    private readonly vault: CredentialVault,
    private readonly proof: ConnectionProof,
    private readonly syncs: SyncInstances,
    private readonly events: AuthEvents,
  ) {
    this.connections = new ConnectionRepository(database);
    this.integrations = new IntegrationRepository(database);
  }

  /**
   * @throws AppError 400 `connection_test_failed`, 400 `invalid_body` for the webhook address, 404 `not_found` when the
   *   integration, or the connection to authorize anew, was deleted meanwhile.
   */
  async establish(wanted: Establishment): Promise<EstablishedConnection> {
    const { obtained, ...subject } = wanted;
    try {
      await this.proof.check(
        { ...subject, credentials: obtained.credentials },
        wanted.webhookUrl,
        wanted.action,
        wanted.operation,
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'connection_test_failed') await this.reportFailure(wanted, error);
      throw error;
    }
    const saved = await this.database.transaction((tx) => this.save(wanted, tx));
    return { ...saved, connectionId: wanted.connectionId };
  }

  /** One transaction with the syncs, so that a connection is never without them. */
  private async save(wanted: Establishment, tx: Transaction): Promise<UpsertedConnection> {
    const { integration, connectionId, obtained, webhookUrl, action } = wanted;
    const { id: integrationId, environmentId } = integration;
    if (!(await this.integrations.holdForShare(integrationId, tx)))
      throw new AppError('not_found', 'The integration was deleted meanwhile.');
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
      },
      tx,
    );
    if (saved.isNew && action === 'reconnect')
      throw new AppError('not_found', 'The connection to authorize anew was deleted meanwhile.');
    if (saved.isNew) await this.syncs.createForConnection(tx, { environmentId, integrationId, connectionId: saved.id });
    else await this.syncs.resumeForAuth(tx, saved.id);
    const operation = saved.isNew ? 'creation' : 'override';
    await this.events.record(
      { ...eventOf(wanted), id: saved.id, operation, tags: saved.tags, endUser: saved.endUser },
      tx,
    );
    return saved;
  }

  private async reportFailure(wanted: Establishment, { code, message }: AppError): Promise<void> {
    const operation = wanted.action === 'reconnect' ? 'override' : 'creation';
    await this.events.record({ ...eventOf(wanted), operation, error: { type: code, description: message } });
  }
}

const eventOf = ({
  integration,
  provider,
  connectionId,
  tags = {},
  endUser,
}: Establishment): Omit<AuthEvent, 'operation'> => ({
  environmentId: integration.environmentId,
  providerConfigKey: integration.uniqueKey,
  provider: provider.name,
  authMode: provider.auth_mode,
  connectionId,
  id: null,
  tags,
  endUser: endUser ?? null,
});
