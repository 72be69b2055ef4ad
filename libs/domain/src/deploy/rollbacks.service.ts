import { Injectable } from '@nestjs/common';
import type { RollbackBody, RollbackResponse } from '@svc/contracts';
import {
  Database,
  DeployRepository,
  FunctionRepository,
  FunctionVersionRepository,
  type DeployedState,
  type FunctionVersionRow,
  type Transaction,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import { FunctionReader } from '../functions/function-reader.service.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { unknownDeploy } from './deploy-history.service.js';
import { lockDeploys, lockIntegrations } from './deploy-lock.js';
import { toFunctionChanges, versionIdsOf } from './function-changes.js';
import { versionToReturnTo } from './version-to-return-to.js';

/** What a rollback changes. */
interface WayBack {
  /** The deploy whose state is restored; null for a single function. */
  readonly restoredId: string | null;
  readonly changes: readonly DeployedState[];
  readonly versions: ReadonlyMap<string, FunctionVersionRow>;
}

/** Brings back what was published before: one function, or all of them at once. What runs ends with the version it has. */
@Injectable()
export class Rollbacks {
  private readonly deploys: DeployRepository;
  private readonly functions: FunctionRepository;
  private readonly versions: FunctionVersionRepository;

  constructor(
    private readonly database: Database,
    private readonly reader: FunctionReader,
    private readonly syncInstances: SyncInstances,
    private readonly operations: OperationLog,
  ) {
    this.deploys = new DeployRepository(database);
    this.functions = new FunctionRepository(database);
    this.versions = new FunctionVersionRepository(database);
  }

  /** What a rollback would change. @throws {AppError} as {@link rollback}. */
  async preview(environmentId: number, body: RollbackBody): Promise<RollbackResponse['data']> {
    const way = await this.database.transaction((tx) => this.wayBack(environmentId, body, tx));
    return view(way, null);
  }

  /**
   * Publishes earlier versions in one transaction.
   * @throws {AppError} `not_found` for an unknown deploy, function or version; `ambiguous_function`; `conflict` where there is
   * nothing to go back to; `concurrent_deployment`.
   */
  async rollback(environmentId: number, body: RollbackBody, keyId: number): Promise<RollbackResponse['data']> {
    const id = randomUUID();
    const way = await this.database.transaction(async (tx) => {
      await lockDeploys(environmentId, tx);
      const found = await this.wayBack(environmentId, body, tx);
      if (found.changes.length > 0) {
        await this.apply(environmentId, found.changes, tx);
        const restoredId = found.restoredId ?? undefined;
        await this.deploys.insert({ id, environmentId, kind: 'rollback', keyId, restoredId }, found.changes, tx);
      }
      return found;
    });
    const result = view(way, way.changes.length > 0 ? id : null);
    this.record(environmentId, result);
    return result;
  }

  private async wayBack(environmentId: number, body: RollbackBody, tx: Transaction): Promise<WayBack> {
    const { integration_id: uniqueKey, name } = body;
    const way =
      uniqueKey !== undefined && name !== undefined
        ? { restoredId: null, changes: await this.ofFunction({ environmentId, uniqueKey, name }, body, tx) }
        : await this.ofAll(environmentId, body.deploy_id, tx);
    const versions = await this.versions.hold(versionIdsOf(way.changes), tx);
    const lost = way.changes.find(({ toVersionId }) => toVersionId !== null && !versions.has(toVersionId));
    if (!lost) return { ...way, versions };
    const message = `The version of the ${lost.type} "${lost.name}" of "${lost.providerConfigKey}" from then is not kept any more: deploy it from its source.`;
    throw new AppError('conflict', message);
  }

  private async ofFunction(
    address: { readonly environmentId: number; readonly uniqueKey: string; readonly name: string },
    { type, version_id: versionId }: RollbackBody,
    tx: Transaction,
  ): Promise<DeployedState[]> {
    const current = await this.reader.resolve({ ...address, type });
    const { functionId, integrationId, versionId: fromVersionId } = current;
    const toVersionId = await versionToReturnTo(this.versions, current, versionId, tx);
    const { uniqueKey: providerConfigKey } = address;
    const { name } = current;
    if (toVersionId === fromVersionId) return [];
    return [{ functionId, integrationId, providerConfigKey, type: current.type, name, fromVersionId, toVersionId }];
  }

  private async ofAll(
    environmentId: number,
    deployId: string | undefined,
    tx: Transaction,
  ): Promise<Pick<WayBack, 'restoredId' | 'changes'>> {
    const restoredId = deployId ?? (await this.deployBefore(environmentId, tx));
    if (!(await this.deploys.find(environmentId, restoredId, tx))) throw unknownDeploy(restoredId);
    return { restoredId, changes: await this.deploys.changesBackTo(environmentId, restoredId, tx) };
  }

  /** The deploy before the one whose state is published now: each rollback without a name goes one further back. */
  private async deployBefore(environmentId: number, tx: Transaction): Promise<string> {
    const [latest] = await this.deploys.list(environmentId, { before: undefined, limit: 1 }, tx);
    const state = latest?.restoredId ?? latest?.id;
    const [earlier] =
      state === undefined ? [] : await this.deploys.list(environmentId, { before: state, limit: 1 }, tx);
    if (earlier) return earlier.id;
    throw new AppError(
      'conflict',
      'There is no earlier deploy to go back to: name a version of one function, or deploy what should run.',
    );
  }

  private async apply(environmentId: number, changes: readonly DeployedState[], tx: Transaction): Promise<void> {
    const integrationIds = [...new Set(changes.map(({ integrationId }) => integrationId))];
    await lockIntegrations(integrationIds, tx);
    const deleted = changes.filter(({ toVersionId }) => toVersionId === null);
    // First, so that a function of the same name can come back.
    await this.functions.markDeleted(
      deleted.map(({ functionId }) => functionId),
      tx,
    );
    await this.functions.publishAll(
      changes.flatMap(({ functionId, toVersionId }) =>
        toVersionId === null ? [] : [{ functionId, versionId: toVersionId }],
      ),
      tx,
    );
    await this.syncInstances.reconcileFunctions(tx, { environmentId, integrationIds });
  }

  private record(environmentId: number, { changes }: RollbackResponse['data']): void {
    const { id } = this.operations.start({ environmentId, type: 'deploy', action: 'rollback' });
    for (const { change, type, integration_id: key, name, to } of changes) {
      const version = to?.version == null ? '' : ` to version ${to.version}`;
      this.operations.log(id, { level: 'info', message: `Rolled back ${type} ${key}/${name}: ${change}${version}` });
    }
    this.operations.finish(id, { status: 'success' });
  }
}

const view = ({ restoredId, changes, versions }: WayBack, id: string | null): RollbackResponse['data'] => ({
  id,
  restored_id: restoredId,
  changes: toFunctionChanges(changes, versions),
});
