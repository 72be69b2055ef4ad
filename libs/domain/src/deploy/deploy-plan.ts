import type { DeployMode, FunctionDefinition, FunctionSource } from '@svc/contracts';
import type { DeployedFunction } from '@svc/database';
import { isDeepStrictEqual } from 'node:util';
import type { WantedFunction } from './wanted-function.js';

/** What a deploy does to each function. */
export interface DeployChanges {
  readonly created: readonly WantedFunction[];
  readonly updated: readonly { readonly wanted: WantedFunction; readonly current: DeployedFunction }[];
  readonly unchanged: readonly { readonly wanted: WantedFunction; readonly current: DeployedFunction }[];
  readonly deleted: readonly DeployedFunction[];
  /** Models that no sync of their integration writes any more, sorted. */
  readonly deletedModels: readonly string[];
  /** The same with their integrations. */
  readonly lostModels: readonly { readonly providerConfigKey: string; readonly model: string }[];
}

/** What a deploy speaks for. */
export interface DeployScope {
  readonly reconcile: boolean;
  readonly mode: DeployMode;
  readonly source: FunctionSource;
  /** Keys of the integrations that the body names, also those without a function. */
  readonly integrations: ReadonlySet<string>;
}

type Named = Pick<WantedFunction, 'providerConfigKey' | 'type' | 'name'>;

/** Identity of a function inside an environment, as text. */
export const functionIdentity = ({ providerConfigKey, type, name }: Named): string =>
  `${providerConfigKey}\0${type}\0${name}`;

/** Compares what is wanted with what is published. Nothing is looked up and nothing is changed. */
export function planDeploy(
  wanted: readonly WantedFunction[],
  deployed: readonly DeployedFunction[],
  scope: DeployScope,
): DeployChanges {
  const current = new Map(deployed.map((entry) => [functionIdentity(entry), entry]));
  const pairs = wanted.map((entry) => ({ wanted: entry, current: current.get(functionIdentity(entry)) }));
  const known = pairs.flatMap((pair) =>
    pair.current ? [{ wanted: pair.wanted, current: pair.current, same: isSame(pair.wanted, pair.current) }] : [],
  );
  const deleted = deletedBy(wanted, deployed, scope);
  const lostModels = modelsLost(wanted, deployed, deleted);
  return {
    created: pairs.filter((pair) => !pair.current).map((pair) => pair.wanted),
    updated: known.filter((pair) => !pair.same),
    unchanged: known.filter((pair) => pair.same),
    deleted,
    deletedModels: [...new Set(lostModels.map(({ model }) => model))].sort(),
    lostModels,
  };
}

/** A function is unchanged when nobody could tell the difference: same script, source, definition and version text. */
function isSame(wanted: WantedFunction, current: DeployedFunction): boolean {
  return (
    wanted.script.hash === current.scriptHash &&
    wanted.source.hash === current.sourceHash &&
    (wanted.version === null || wanted.version === current.version) &&
    isDeepStrictEqual(JSON.parse(JSON.stringify(wanted.definition)), current.definition)
  );
}

/** Only what the same source manages is deleted: a repository's deploy leaves functions made through the API alone. */
function deletedBy(
  wanted: readonly WantedFunction[],
  deployed: readonly DeployedFunction[],
  scope: DeployScope,
): DeployedFunction[] {
  if (!scope.reconcile || scope.mode === 'single') return [];
  const kept = new Set(wanted.map(functionIdentity));
  return deployed.filter(
    (entry) =>
      entry.source === scope.source &&
      !kept.has(functionIdentity(entry)) &&
      (scope.mode === 'all' || scope.integrations.has(entry.providerConfigKey)),
  );
}

function modelsLost(
  wanted: readonly WantedFunction[],
  deployed: readonly DeployedFunction[],
  deleted: readonly DeployedFunction[],
): { providerConfigKey: string; model: string }[] {
  const gone = new Set(deleted);
  const replaced = new Set(wanted.map(functionIdentity));
  const staying = deployed.filter((entry) => !gone.has(entry) && !replaced.has(functionIdentity(entry)));
  const after = new Set([...wanted, ...staying].filter(isSync).flatMap(modelsOf).map(modelKey));
  const before = new Map(
    deployed
      .filter(isSync)
      .flatMap(modelsOf)
      .map((entry) => [modelKey(entry), entry]),
  );
  return [...before].filter(([key]) => !after.has(key)).map(([, entry]) => entry);
}

/** Every integration has models of its own. */
const modelsOf = ({ providerConfigKey, definition }: { providerConfigKey: string; definition: FunctionDefinition }) =>
  definition.models.map((model) => ({ providerConfigKey, model }));

const modelKey = ({ providerConfigKey, model }: { providerConfigKey: string; model: string }): string =>
  `${providerConfigKey}\0${model}`;

const isSync = ({ type }: Named): boolean => type === 'sync';
