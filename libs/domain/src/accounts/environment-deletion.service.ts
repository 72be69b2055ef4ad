import { Injectable } from '@nestjs/common';
import { Database, EnvironmentRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { KeyAuthenticator } from './key-authenticator.service.js';

/** Takes an environment out of use: its keys stop working, its functions and the syncs that run them are gone. */
@Injectable()
export class EnvironmentDeletion {
  constructor(
    private readonly database: Database,
    private readonly syncs: SyncInstances,
    private readonly keys: KeyAuthenticator,
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
      await this.syncs.reconcileFunctions(tx, { environmentId: id, integrationIds });
      await environments.markDeleted(accountId, id);
    });
    this.keys.forget();
  }
}
