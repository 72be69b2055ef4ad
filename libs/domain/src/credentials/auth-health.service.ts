import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/database';
import { ProviderCatalogue } from '@svc/providers';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { AuthEvents, type AuthEvent } from '../webhook-events/auth-events.service.js';
import type { FoundConnection } from './found-connection.js';

/** What follows when a connection stops or starts working: its syncs, and what the customer is told. */
@Injectable()
export class AuthHealth {
  constructor(
    private readonly syncs: SyncInstances,
    private readonly events: AuthEvents,
    private readonly catalogue: ProviderCatalogue,
  ) {}

  /** The connection was marked just now. */
  async broke(tx: Transaction, found: FoundConnection, error: { type: string; description: string }): Promise<void> {
    await this.syncs.pauseForAuth(tx, found.connection.id);
    await this.tell(tx, found, error);
  }

  /** Credentials work again. A customer who was told that they did not is told this too. */
  async recovered(tx: Transaction, found: FoundConnection, wasMarked: boolean): Promise<void> {
    await this.syncs.resumeForAuth(tx, found.connection.id);
    if (wasMarked) await this.tell(tx, found);
  }

  private async tell(
    tx: Transaction,
    { integration, connection }: FoundConnection,
    error?: AuthEvent['error'],
  ): Promise<void> {
    await this.events.record(
      {
        environmentId: integration.environmentId,
        providerConfigKey: integration.uniqueKey,
        provider: integration.provider,
        authMode: this.catalogue.get(integration.provider, integration.environmentId)?.auth_mode ?? 'NONE',
        connectionId: connection.connectionId,
        id: connection.id,
        operation: 'refresh',
        tags: connection.tags,
        endUser: connection.endUser,
        ...(error && { error }),
      },
      tx,
    );
  }
}
