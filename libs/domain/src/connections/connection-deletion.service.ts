import { Injectable } from '@nestjs/common';
import { ConnectionRepository, Database, IntegrationRepository } from '@svc/database';
import { DeletionHooks } from '../lifecycle/deletion-hooks.service.js';
import { CredentialRevocations } from '../revocations/credential-revocations.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { ConnectionLookup } from './connection-lookup.service.js';
import { findConnection, unknownConnection, type ConnectionName } from './find-connection.js';

/** Deletes connections. */
@Injectable()
export class ConnectionDeletion {
  private readonly connections: ConnectionRepository;
  private readonly integrations: IntegrationRepository;

  constructor(
    private readonly database: Database,
    private readonly lookup: ConnectionLookup,
    private readonly hooks: DeletionHooks,
    private readonly syncs: SyncInstances,
    private readonly revocations: CredentialRevocations,
  ) {
    this.connections = new ConnectionRepository(database);
    this.integrations = new IntegrationRepository(database);
  }

  /**
   * Deletes a connection, its credentials and its syncs, once the functions that run before it have ended. The authorization
   * is ended at the provider afterwards, where the provider's definition says how.
   *
   * @throws AppError 400 `unknown_provider_config`, 400 `unknown_connection`
   */
  async delete(name: ConnectionName): Promise<void> {
    const { integration, connection } = await findConnection(this.lookup, name, 'unknown_connection');
    const { environmentId, connectionId: connectionKey } = name;
    const { id } = connection;
    await this.hooks.run({
      environmentId,
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
      connectionId: id,
      connectionKey,
    });
    await this.database.transaction(async (tx) => {
      await this.integrations.holdOfConnection(id, tx);
      await this.revocations.prepare(tx, { connectionId: id });
      if (!(await this.connections.softDelete(id, tx))) throw unknownConnection(name, 'unknown_connection');
      await this.syncs.removeForConnection(tx, id);
    });
  }
}
