import { Injectable } from '@nestjs/common';
import { ConnectionRepository, Database, IntegrationRepository } from '@svc/database';
import { CredentialRevocations } from '../revocations/credential-revocations.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { unknownIntegration } from './integration-reader.service.js';

/** Deletes integrations. */
@Injectable()
export class IntegrationDeletion {
  private readonly integrations: IntegrationRepository;
  private readonly connections: ConnectionRepository;

  constructor(
    private readonly database: Database,
    private readonly syncs: SyncInstances,
    private readonly revocations: CredentialRevocations,
  ) {
    this.integrations = new IntegrationRepository(database);
    this.connections = new ConnectionRepository(database);
  }

  /**
   * Deletes an integration with its connections, their syncs and its functions. The authorizations are ended at the provider
   * afterwards, where the provider's definition says how.
   *
   * @throws AppError 404 `not_found`
   */
  async delete(environmentId: number, uniqueKey: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const current = await this.integrations.findForUpdate(environmentId, uniqueKey, tx);
      if (!current) throw unknownIntegration(uniqueKey);
      await this.revocations.prepare(tx, { integrationId: current.id });
      await this.integrations.softDelete(current.id, tx);
      await this.integrations.softDeleteFunctions(current.id, tx);
      await this.connections.softDeleteOfIntegration(current.id, tx);
      // Every sync belongs to a function that is gone now.
      await this.syncs.reconcileFunctions(tx, { environmentId, integrationIds: [current.id] });
    });
  }
}
