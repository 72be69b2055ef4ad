import type { FunctionSource } from '@svc/contracts';
import {
  FunctionRepository,
  FunctionVersionRepository,
  ScriptRepository,
  type Database,
  type Transaction,
} from '@svc/database';
import { randomUUID } from 'node:crypto';
import type { DeployChanges } from './deploy-plan.js';
import { nextVersionText } from './version-text.js';
import type { WantedFunction } from './wanted-function.js';

/** Where a deploy publishes to. */
export interface PublishTarget {
  readonly environmentId: number;
  readonly source: FunctionSource;
  /** Integration ids by unique key; holds every key of the deploy. */
  readonly integrationIds: ReadonlyMap<string, number>;
}

/** Writes a planned deploy into one transaction. */
export class DeployPublisher {
  private readonly functions: FunctionRepository;
  private readonly versions: FunctionVersionRepository;
  private readonly scripts: ScriptRepository;

  constructor(database: Database) {
    this.functions = new FunctionRepository(database);
    this.versions = new FunctionVersionRepository(database);
    this.scripts = new ScriptRepository(database);
  }

  async publish(changes: DeployChanges, target: PublishTarget, tx: Transaction): Promise<void> {
    const deploymentId = randomUUID();
    for (const wanted of changes.created) await this.publishOne(wanted, null, { ...target, deploymentId }, tx);
    for (const { wanted, current } of changes.updated) {
      await this.publishOne(wanted, current.version, { ...target, deploymentId }, tx);
    }
    await this.functions.markDeleted(
      changes.deleted.map((entry) => entry.functionId),
      tx,
    );
  }

  private async publishOne(
    wanted: WantedFunction,
    previousVersion: string | null,
    target: PublishTarget & { readonly deploymentId: string },
    tx: Transaction,
  ): Promise<void> {
    const { environmentId, deploymentId } = target;
    const integrationId = target.integrationIds.get(wanted.providerConfigKey);
    if (integrationId === undefined)
      throw new Error(`The integration "${wanted.providerConfigKey}" was not looked up.`);
    await this.scripts.store(environmentId, wanted.script.hash, wanted.script, tx);
    const { type, name } = wanted;
    const functionId = await this.functions.ensure(environmentId, { integrationId, type, name }, target.source, tx);
    const { id } = await this.versions.insert(
      {
        functionId,
        deploymentId,
        version: nextVersionText(wanted.version, previousVersion),
        scriptHash: wanted.script.hash,
        sourceCode: wanted.source.code,
        definition: wanted.definition,
      },
      tx,
    );
    await this.functions.publish(functionId, id, tx);
  }
}
