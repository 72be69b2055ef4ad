import { Injectable } from '@nestjs/common';
import type { DeployKind, DeployPlan, DeployRequest, DeployResult, ErrorIssue, FunctionSource } from '@svc/contracts';
import {
  Database,
  FunctionRepository,
  ScriptRepository,
  type FunctionIntegration,
  type Queryable,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { OperationLog } from '../logs/operation-log.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { droppedData } from './dropped-data.js';
import { toDeployPlan, toDeployResult } from './deploy-answers.js';
import { lockDeploys, lockIntegrations } from './deploy-lock.js';
import { planDeploy, type DeployChanges, type DeployScope } from './deploy-plan.js';
import { DeployPublisher } from './deploy-publisher.js';
import { deployProblems } from './deploy-validation.js';
import { wantedFunctions, type WantedFunction } from './wanted-function.js';

/** What is to be published. Only the gateway itself names its catalogue as the source. */
export type WantedDeploy = Omit<DeployRequest, 'source'> & { readonly source: FunctionSource };

/** On whose word a deploy happens, and how it was asked for. */
export interface DeployOrigin {
  /** Key of the caller; null for the gateway itself. */
  readonly keyId: number | null;
  readonly kind: DeployKind;
}

/** Publishes functions: all of a deploy or none of it. */
@Injectable()
export class DeployService {
  private readonly functions: FunctionRepository;
  private readonly scripts: ScriptRepository;
  private readonly publisher: DeployPublisher;

  constructor(
    private readonly database: Database,
    private readonly syncInstances: SyncInstances,
    private readonly operations: OperationLog,
  ) {
    this.functions = new FunctionRepository(database);
    this.scripts = new ScriptRepository(database);
    this.publisher = new DeployPublisher(database);
  }

  /**
   * What a deploy would change. Checks all that the deploy checks.
   * @throws {AppError} `invalid_body` or `unknown_provider_config`, listing every problem.
   */
  async plan(environmentId: number, request: WantedDeploy): Promise<DeployPlan> {
    const wanted = await this.checked(environmentId, request);
    const changes = planDeploy(wanted, await this.functions.listDeployed(environmentId), scopeOf(request));
    const [connections, records] = await Promise.all([
      this.functions.countConnections(environmentId),
      this.functions.countRecords(environmentId, [...changes.deletedModels]),
    ]);
    return toDeployPlan(changes, connections, droppedData(changes, records));
  }

  /**
   * Publishes every function of the request in one transaction, with the syncs of existing connections.
   * @throws {AppError} as {@link plan}; `concurrent_deployment` while another deploy of the environment runs.
   */
  async deploy(
    environmentId: number,
    request: WantedDeploy,
    origin: DeployOrigin = { keyId: null, kind: 'deploy' },
  ): Promise<DeployResult> {
    const wanted = await this.checked(environmentId, request);
    const operation = this.operations.start({ environmentId, type: 'deploy', action: origin.kind });
    try {
      const { result, changes } = await this.apply(environmentId, request, wanted, origin);
      for (const message of changeLines(changes)) this.operations.log(operation.id, { level: 'info', message });
      this.operations.finish(operation.id, { status: 'success' });
      return result;
    } catch (error) {
      const known =
        error instanceof AppError
          ? { code: error.code, message: error.message }
          : { message: 'The deploy failed inside the gateway; nothing was changed.' };
      this.operations.finish(operation.id, { status: 'failed', error: known });
      throw error;
    }
  }

  private async apply(
    environmentId: number,
    request: WantedDeploy,
    wanted: readonly WantedFunction[],
    origin: DeployOrigin,
  ): Promise<{ result: DeployResult; changes: DeployChanges }> {
    return this.database.transaction(async (tx) => {
      await lockDeploys(environmentId, tx);
      const integrations = await this.integrationsOf(environmentId, wanted, tx);
      const changes = planDeploy(wanted, await this.functions.listDeployed(environmentId, tx), scopeOf(request));
      const integrationIds = new Map(integrations.map(({ uniqueKey, id }) => [uniqueKey, id]));
      const touched = touchedIntegrations(changes, integrationIds);
      await lockIntegrations(touched, tx);
      await this.publisher.publish(changes, { environmentId, source: request.source, integrationIds, ...origin }, tx);
      if (touched.length > 0)
        await this.syncInstances.reconcileFunctions(tx, { environmentId, integrationIds: touched });
      return { result: toDeployResult(wanted, await this.functions.listDeployed(environmentId, tx)), changes };
    });
  }

  private async checked(environmentId: number, request: WantedDeploy): Promise<WantedFunction[]> {
    const wanted = wantedFunctions(request);
    await this.integrationsOf(environmentId, wanted, this.database);
    const hashes = wanted.map((entry) => entry.script.hash);
    refuse('invalid_body', await deployProblems(wanted, await this.scripts.findStored(environmentId, hashes)));
    return wanted;
  }

  /** @throws {AppError} `unknown_provider_config`, naming every integration that is missing. */
  private async integrationsOf(
    environmentId: number,
    wanted: readonly WantedFunction[],
    db: Queryable,
  ): Promise<FunctionIntegration[]> {
    const keys = [...new Set(wanted.map((entry) => entry.providerConfigKey))];
    const found = await this.functions.findIntegrations(environmentId, keys, db);
    const known = new Set(found.map(({ uniqueKey }) => uniqueKey));
    refuse(
      'unknown_provider_config',
      keys.filter((key) => !known.has(key)).map((key) => unknownIntegration(key, wanted)),
    );
    return found;
  }
}

const scopeOf = (request: WantedDeploy): DeployScope => ({
  reconcile: request.reconcile,
  mode: request.singleDeployMode ? 'single' : request.deployMode,
  source: request.source,
  integrations: new Set(
    [...request.flowConfigs, ...(request.onEventScriptsByProvider ?? [])].map((entry) => entry.providerConfigKey),
  ),
});

function refuse(code: 'invalid_body' | 'unknown_provider_config', errors: readonly ErrorIssue[]): void {
  const [first] = errors;
  if (!first) return;
  const others = errors.length - 1;
  const message = others === 0 ? first.message : `${first.message} (and ${others} more, see errors)`;
  throw new AppError(code, message, { errors });
}

function unknownIntegration(key: string, wanted: readonly WantedFunction[]): ErrorIssue {
  const users = wanted.filter((entry) => entry.providerConfigKey === key);
  return {
    code: 'custom',
    message: `There is no integration "${key}" in this environment, which ${users.map((entry) => `"${entry.name}"`).join(', ')} ${users.length === 1 ? 'needs' : 'need'}: create it with POST /integrations, or rename the folder of the functions to the key of an integration that exists.`,
    path: [...(users[0]?.path ?? []).slice(0, 2), 'providerConfigKey'],
  };
}

/** Integrations whose functions a deploy changes; nothing has to be reconciled for the others. */
function touchedIntegrations(changes: DeployChanges, integrationIds: ReadonlyMap<string, number>): number[] {
  const ids = [
    ...changes.created.map((entry) => integrationIds.get(entry.providerConfigKey)),
    ...changes.updated.map(({ current }) => current.integrationId),
    ...changes.deleted.map((entry) => entry.integrationId),
  ];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function changeLines(changes: DeployChanges): string[] {
  const line = (verb: string) => (entry: { type: string; name: string; providerConfigKey: string }) =>
    `${verb} ${entry.type} ${entry.providerConfigKey}/${entry.name}`;
  return [
    ...changes.created.map(line('Created')),
    ...changes.updated.map(({ wanted }) => line('Updated')(wanted)),
    ...changes.deleted.map(line('Deleted')),
    `${changes.unchanged.length} unchanged`,
  ];
}
