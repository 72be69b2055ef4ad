import { Injectable } from '@nestjs/common';
import { ConnectionRepository, Database, IntegrationRepository } from '@svc/database';
import { DeletionHooks } from '../lifecycle/deletion-hooks.service.js';
import type { LifecycleSubject } from '../lifecycle/lifecycle-runs.service.js';
import { CredentialRevocations } from '../revocations/credential-revocations.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { unknownIntegration } from './integration-reader.service.js';

/** Connections whose functions are prepared at a time. */
const PAGE = 100;

/** Deletes integrations. */
@Injectable()
export class IntegrationDeletion {
  private readonly integrations: IntegrationRepository;
  private readonly connections: ConnectionRepository;

  constructor(
    private readonly database: Database,
    private readonly syncs: SyncInstances,
    private readonly revocations: CredentialRevocations,
    private readonly hooks: DeletionHooks,
  ) {
    this.integrations = new IntegrationRepository(database);
    this.connections = new ConnectionRepository(database);
  }

  /**
   * Deletes an integration with its connections, their syncs and its functions. Functions that run before the deletion of a
   * connection run for as many as a caller's wait is enough for. The authorizations are ended at the provider
   * afterwards, where the provider's definition says how.
   *
   * @throws AppError 404 `not_found`
   */
  async delete(environmentId: number, uniqueKey: string): Promise<void> {
    const found = await this.integrations.find(environmentId, uniqueKey);
    if (!found) throw unknownIntegration(uniqueKey);
    const integration = { environmentId, integrationId: found.id, providerConfigKey: uniqueKey };
    await this.hooks.runForEach(found.id, () => this.connectionsOf(integration));
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

  private async *connectionsOf(
    integration: Omit<LifecycleSubject, 'connectionId' | 'connectionKey'>,
  ): AsyncGenerator<LifecycleSubject[]> {
    for (let afterId = 0; ;) {
      const page = await this.connections.pageOfIntegration(integration.integrationId, afterId, PAGE);
      const last = page.at(-1);
      if (!last) return;
      afterId = last.id;
      yield page.map(({ id, connectionId }) => ({ ...integration, connectionId: id, connectionKey: connectionId }));
    }
  }
}
