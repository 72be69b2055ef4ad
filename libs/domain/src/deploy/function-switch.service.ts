import { Injectable } from '@nestjs/common';
import type { FunctionSummary } from '@svc/contracts';
import { Database, FunctionRepository } from '@svc/database';
import { FunctionReader, type FunctionAddress } from '../functions/function-reader.service.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { lockDeploys, lockIntegrations } from './deploy-lock.js';

/** Switches functions off and on again, without touching what is deployed. */
@Injectable()
export class FunctionSwitch {
  private readonly functions: FunctionRepository;

  constructor(
    private readonly database: Database,
    private readonly reader: FunctionReader,
    private readonly syncInstances: SyncInstances,
    private readonly operations: OperationLog,
  ) {
    this.functions = new FunctionRepository(database);
  }

  /**
   * A disabled action answers `disabled_resource`; a disabled sync starts no run, and what runs goes on to its end.
   * @throws {AppError} `not_found`, `ambiguous_function`, or `concurrent_deployment`.
   */
  async set(address: FunctionAddress, enabled: boolean): Promise<FunctionSummary> {
    const { environmentId } = address;
    const found = await this.reader.resolve(address);
    await this.database.transaction(async (tx) => {
      await lockDeploys(environmentId, tx);
      await lockIntegrations([found.integrationId], tx);
      await this.functions.setEnabled(found.functionId, enabled, tx);
      // A sync that was disabled when a connection was made has no instance for it yet.
      await this.syncInstances.reconcileFunctions(tx, { environmentId, integrationIds: [found.integrationId] });
    });
    const { id } = this.operations.start({
      environmentId,
      type: 'deploy',
      action: enabled ? 'enable' : 'disable',
      functionName: found.name,
      providerConfigKey: address.uniqueKey,
      integrationId: found.integrationId,
    });
    this.operations.finish(id, { status: 'success' });
    return await this.reader.get({ ...address, type: found.type });
  }
}
