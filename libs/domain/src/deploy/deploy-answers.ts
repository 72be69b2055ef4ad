import type { DeployPlan, DeployResult, DroppedData, FunctionDefinition, FunctionKind } from '@svc/contracts';
import type { DeployedFunction } from '@svc/database';
import { functionIdentity, type DeployChanges } from './deploy-plan.js';
import { plannedChanges } from './planned-changes.js';
import type { WantedFunction } from './wanted-function.js';

interface Planned {
  readonly name: string;
  readonly type: FunctionKind;
  readonly providerConfigKey: string;
  readonly definition: FunctionDefinition;
}

/** The answer of a confirmation. `connections` counts the connections of each integration by its key. */
export function toDeployPlan(
  changes: DeployChanges,
  connections: ReadonlyMap<string, number>,
  drops: readonly DroppedData[],
): DeployPlan {
  const { created, deleted, deletedModels } = changes;
  const updated = changes.updated.map((pair) => pair.wanted);
  const syncs = (list: readonly Planned[]) =>
    ofType(list, 'sync').map((entry) => ({
      ...nameOf(entry),
      auto_start: entry.definition.autoStart,
      connections: connections.get(entry.providerConfigKey) ?? 0,
    }));
  const actions = (list: readonly Planned[]) => ofType(list, 'action').map(nameOf);
  return {
    newSyncs: syncs(created),
    updatedSyncs: syncs(updated),
    deletedSyncs: syncs(deleted),
    newActions: actions(created),
    updatedActions: actions(updated),
    deletedActions: actions(deleted),
    deletedModels: [...deletedModels],
    newOnEventScripts: onEvents(created),
    updatedOnEventScripts: onEvents(updated),
    deletedOnEventScripts: onEvents(deleted),
    changes: plannedChanges(changes, connections),
    drops: [...drops],
  };
}

/** The answer of a deploy: what is published now, in the order of the body. */
export function toDeployResult(
  wanted: readonly WantedFunction[],
  published: readonly DeployedFunction[],
): DeployResult {
  const byIdentity = new Map(published.map((entry) => [functionIdentity(entry), entry]));
  return wanted.flatMap((entry) => {
    const now = byIdentity.get(functionIdentity(entry));
    return now ? [toResultEntry(now)] : [];
  });
}

const toResultEntry = (entry: DeployedFunction): DeployResult[number] => ({
  id: entry.functionId,
  name: entry.name,
  type: entry.type,
  providerConfigKey: entry.providerConfigKey,
  version: entry.version,
  last_deployed: entry.lastDeployed.toISOString(),
  input: entry.definition.input,
  models: entry.definition.models,
  runs: entry.definition.runs,
});

const ofType = (list: readonly Planned[], type: FunctionKind): Planned[] => list.filter((entry) => entry.type === type);

const nameOf = ({ name, providerConfigKey }: Planned) => ({ name, providerConfigKey });

const onEvents = (list: readonly Planned[]) =>
  list.flatMap((entry) =>
    entry.definition.event === null ? [] : [{ ...nameOf(entry), event: entry.definition.event }],
  );
