import type { DeployKind, FunctionSource } from '@svc/contracts';
import {
  DeployRepository,
  FunctionRepository,
  FunctionVersionRepository,
  ScriptRepository,
  type Database,
  type DeployChange,
  type Transaction,
} from '@svc/database';
import { randomUUID } from 'node:crypto';
import type { DeployChanges } from './deploy-plan.js';
import { nextVersionText } from './version-text.js';
import type { WantedFunction } from './wanted-function.js';

/** Where a deploy publishes to, and on whose word. */
export interface PublishTarget {
  readonly environmentId: number;
  readonly source: FunctionSource;
  readonly kind: DeployKind;
  readonly keyId: number | null;
  /** Integration ids by unique key; holds every key of the deploy. */
  readonly integrationIds: ReadonlyMap<string, number>;
}

/** A function to be published, and the version that it replaces. */
interface Publication {
  readonly wanted: WantedFunction;
  readonly current: { readonly versionId: string; readonly version: string | null } | undefined;
}

/** Functions whose code goes to PostgreSQL in one statement. */
const CHUNK = 100;

/** Writes a planned deploy into one transaction, under the lock of the environment's deploys. */
export class DeployPublisher {
  private readonly functions: FunctionRepository;
  private readonly versions: FunctionVersionRepository;
  private readonly scripts: ScriptRepository;
  private readonly deploys: DeployRepository;

  constructor(database: Database) {
    this.functions = new FunctionRepository(database);
    this.versions = new FunctionVersionRepository(database);
    this.scripts = new ScriptRepository(database);
    this.deploys = new DeployRepository(database);
  }

  /** A deploy that changes nothing leaves no trace. */
  async publish(changes: DeployChanges, target: PublishTarget, tx: Transaction): Promise<void> {
    const deployId = randomUUID();
    const publications: Publication[] = [
      ...changes.created.map((wanted) => ({ wanted, current: undefined })),
      ...changes.updated,
    ];
    const done: DeployChange[] = [];
    for (let start = 0; start < publications.length; start += CHUNK)
      done.push(...(await this.publishChunk(publications.slice(start, start + CHUNK), deployId, target, tx)));
    const deletedIds = changes.deleted.map((entry) => entry.functionId);
    await this.functions.markDeleted(deletedIds, tx);
    const deleted = changes.deleted.map(({ functionId, versionId }) => ({
      functionId,
      fromVersionId: versionId,
      toVersionId: null,
    }));
    if (done.length + deleted.length > 0)
      await this.deploys.insert({ ...target, id: deployId }, [...done, ...deleted], tx);
  }

  private async publishChunk(
    publications: readonly Publication[],
    deploymentId: string,
    { environmentId, source, integrationIds }: PublishTarget,
    tx: Transaction,
  ): Promise<DeployChange[]> {
    await this.scripts.storeAll(environmentId, distinctScripts(publications), tx);
    const names = publications.map(({ wanted: { providerConfigKey, type, name } }) => {
      const integrationId = integrationIds.get(providerConfigKey);
      if (integrationId === undefined) throw new Error(`The integration "${providerConfigKey}" was not looked up.`);
      return { integrationId, type, name };
    });
    const functionIds = await this.functions.ensureAll(environmentId, names, source, tx);
    const idAt = (index: number): number => functionIds[index] ?? 0;
    const versions = publications.map(({ wanted, current }, index) => ({
      functionId: idAt(index),
      deploymentId,
      version: nextVersionText(wanted.version, current?.version ?? null),
      scriptHash: wanted.script.hash,
      sourceCode: wanted.source.code,
      definition: wanted.definition,
    }));
    const versionIds = await this.versions.insertAll(versions, tx);
    const published = versionIds.map((versionId, index) => ({ functionId: idAt(index), versionId }));
    await this.functions.publishAll(published, tx);
    return published.map(({ functionId, versionId }, index) => ({
      functionId,
      fromVersionId: publications[index]?.current?.versionId ?? null,
      toVersionId: versionId,
    }));
  }
}

/** A statement cannot insert the same row twice; functions with the same code share it. */
const distinctScripts = (publications: readonly Publication[]) => [
  ...new Map(publications.map(({ wanted: { script } }) => [script.hash, script])).values(),
];
