import { Injectable } from '@nestjs/common';
import { Database, type PublishedFunction, type Transaction, type UpsertedConnection } from '@svc/database';
import { AppError } from '@svc/errors';
import { ConnectionValidation } from '../lifecycle/connection-validation.service.js';
import { AuthEvents, type AuthEvent } from '../webhook-events/auth-events.service.js';
import { ConnectionProof } from './connection-proof.service.js';
import { ConnectionRecords, type SavedConnection } from './connection-records.service.js';
import type { Establishment } from './establishment.js';
import { withCaptured } from './with-captured.js';

/** What became of an {@link Establishment}. */
export interface EstablishedConnection extends UpsertedConnection {
  readonly connectionId: string;
}

/**
 * The one way in which a connection comes into being or gets new credentials: test, save, ask the functions that validate it,
 * and begin with everything that depends on it (wire contract, section 16, "Order at creation").
 */
@Injectable()
export class ConnectionEstablisher {
  constructor(
    private readonly database: Database,
    private readonly proof: ConnectionProof,
    private readonly records: ConnectionRecords,
    private readonly validation: ConnectionValidation,
    private readonly events: AuthEvents,
  ) {}

  /**
   * @throws AppError 400 `connection_test_failed`, 400 `connection_validation_failed`, 400 `invalid_body` for the webhook
   *   address, 404 `not_found` when the integration, or the connection to authorize anew, was deleted meanwhile.
   */
  async establish(asked: Establishment): Promise<EstablishedConnection> {
    const wanted = await this.tested(asked);
    const validators = await this.validation.functionsOf(wanted.integration.id);
    const isPending = validators.length > 0;
    const saved = await this.database.transaction(async (tx) => {
      const connection = await this.records.save(wanted, isPending, tx);
      if (!isPending) await this.settle(wanted, connection, tx);
      return connection;
    });
    if (isPending) await this.validate(wanted, saved, validators);
    return { ...saved, connectionId: wanted.connectionId };
  }

  /** With what the test found out. */
  private async tested(wanted: Establishment): Promise<Establishment> {
    const { obtained, webhookUrl, action, operation, ...subject } = wanted;
    try {
      const tried = { ...subject, credentials: obtained.credentials };
      return withCaptured(wanted, await this.proof.check(tried, webhookUrl, action, operation));
    } catch (error) {
      if (error instanceof AppError && error.code === 'connection_test_failed')
        await this.events.record({
          ...eventOf(wanted, wanted.action !== 'reconnect'),
          error: { type: error.code, description: error.message },
        });
      throw error;
    }
  }

  /** One transaction with the syncs, so that a connection that is taken is never without them. */
  private async settle(wanted: Establishment, saved: SavedConnection, tx: Transaction): Promise<void> {
    await this.records.settle(saved, tx);
    const { id, tags, endUser } = saved;
    await this.events.record({ ...eventOf(wanted, saved.isNew), id, tags, endUser }, tx);
  }

  /** Should this process die meanwhile, a new connection is discarded later: see {@link AbandonedValidations}. */
  private async validate(
    wanted: Establishment,
    saved: SavedConnection,
    validators: readonly PublishedFunction[],
  ): Promise<void> {
    const refusal = await this.validation.check(saved.subject, validators);
    if (!refusal) return await this.database.transaction((tx) => this.settle(wanted, saved, tx));
    await this.database.transaction(async (tx) => {
      await this.records.refuse(saved, refusal.logId, tx);
      const { id, isNew, tags, endUser } = saved;
      const error = { type: refusal.error.code, description: refusal.error.message };
      await this.events.record({ ...eventOf(wanted, isNew), id: isNew ? null : id, tags, endUser, error }, tx);
    });
    throw refusal.error;
  }
}

const eventOf = (
  { integration, provider, connectionId, tags = {}, endUser }: Establishment,
  isNew: boolean,
): AuthEvent => ({
  environmentId: integration.environmentId,
  providerConfigKey: integration.uniqueKey,
  provider: provider.name,
  authMode: provider.auth_mode,
  connectionId,
  id: null,
  operation: isNew ? 'creation' : 'override',
  tags,
  endUser: endUser ?? null,
});
