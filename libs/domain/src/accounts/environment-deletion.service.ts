import { Injectable } from '@nestjs/common';
import {
  ConnectionRepository,
  Database,
  EnvironmentRepository,
  IntegrationRepository,
  type Transaction,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { CredentialRevocations } from '../revocations/credential-revocations.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { KeyAuthenticator } from './key-authenticator.service.js';

/** Takes an environment out of use: its keys stop working, its connections, functions and syncs are gone. */
@Injectable()
export class EnvironmentDeletion {
  constructor(
    private readonly database: Database,
    private readonly syncs: SyncInstances,
    private readonly keys: KeyAuthenticator,
    private readonly revocations: CredentialRevocations,
  ) {}

  /** @throws {AppError} `not_found`, or `cannot_delete_prod_environment`. */
  async delete(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const environments = new EnvironmentRepository(tx);
      const environment = await environments.lock(accountId, id);
      if (!environment) throw new AppError('not_found', `The account has no environment with id ${id}.`);
      if (environment.isProduction) {
        throw new AppError(
          'cannot_delete_prod_environment',
          `"${environment.name}" is a production environment, which cannot be deleted.`,
        );
      }
      const integrationIds = await environments.withdrawFunctions(id);
      // Connections before their syncs, as everybody locks them.
      for (const integrationId of integrationIds) await this.forgetSecrets(tx, integrationId);
      await this.syncs.reconcileFunctions(tx, { environmentId: id, integrationIds });
      await environments.markDeleted(accountId, id);
    });
    this.keys.forget();
  }

  /** Connections of a deleted environment would go on being refreshed, and their authorizations would never end. */
  private async forgetSecrets(tx: Transaction, integrationId: number): Promise<void> {
    await this.revocations.prepare(tx, { integrationId });
    await new IntegrationRepository(tx).softDelete(integrationId, tx);
    await new ConnectionRepository(tx).softDeleteOfIntegration(integrationId, tx);
  }
}
