import { Injectable } from '@nestjs/common';
import type { FunctionKind } from '@svc/contracts';
import { Database, DeployRepository, FunctionRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { FunctionAddress } from '../functions/function-reader.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { lockDeploys, lockIntegrations } from './deploy-lock.js';

/** Deletes single functions that no repository manages. */
@Injectable()
export class FunctionRemoval {
  private readonly functions: FunctionRepository;
  private readonly deploys: DeployRepository;

  constructor(
    private readonly database: Database,
    private readonly syncInstances: SyncInstances,
  ) {
    this.functions = new FunctionRepository(database);
    this.deploys = new DeployRepository(database);
  }

  /**
   * Deletes a function and, of a sync, every instance.
   * @throws {AppError} `not_found`; `function_managed_by_deploy` when the next deploy of its repository would bring it back.
   */
  async remove(
    { environmentId, uniqueKey, name, type }: FunctionAddress & { readonly type: FunctionKind },
    keyId: number,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDeploys(environmentId, tx);
      const [integration] = await this.functions.findIntegrations(environmentId, [uniqueKey], tx);
      const found =
        integration && (await this.functions.findPublished({ integrationId: integration.id, type, name }, tx));
      if (!found)
        throw new AppError(
          'not_found',
          `There is no ${type} "${name}" of an integration "${uniqueKey}" in this environment.`,
        );
      if (found.source === 'repo') {
        const message = `The ${type} "${name}" was deployed from a repository, which would bring it back: remove it there and deploy.`;
        throw new AppError('function_managed_by_deploy', message);
      }
      await lockIntegrations([found.integrationId], tx);
      await this.functions.markDeleted([found.functionId], tx);
      const change = { functionId: found.functionId, fromVersionId: found.versionId, toVersionId: null };
      await this.deploys.insert({ id: randomUUID(), environmentId, kind: 'deletion', keyId }, [change], tx);
      await this.syncInstances.reconcileFunctions(tx, { environmentId, integrationIds: [found.integrationId] });
    });
  }
}
