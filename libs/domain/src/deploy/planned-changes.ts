import type { FunctionDefinition, PlannedChange } from '@svc/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { DeployChanges } from './deploy-plan.js';
import type { WantedFunction } from './wanted-function.js';

type Updated = DeployChanges['updated'][number];

/** Fields of a definition as people know them. */
const FIELDS: readonly (readonly [keyof FunctionDefinition, string])[] = [
  ['description', 'description'],
  ['scopes', 'scopes'],
  ['runs', 'runs'],
  ['autoStart', 'auto_start'],
  ['trackDeletes', 'track_deletes'],
  ['syncType', 'sync_type'],
  ['models', 'models'],
  ['input', 'input'],
  ['endpoints', 'endpoints'],
  ['webhookSubscriptions', 'webhook_subscriptions'],
  ['features', 'features'],
  ['event', 'event'],
  ['attributes', 'attributes'],
  ['sdkVersion', 'sdk_version'],
];

/** What a deploy changes about each function, and what becomes of its syncs. */
export function plannedChanges(changes: DeployChanges, connections: ReadonlyMap<string, number>): PlannedChange[] {
  const connected = (entry: Pick<WantedFunction, 'providerConfigKey'>): boolean =>
    (connections.get(entry.providerConfigKey) ?? 0) > 0;
  const plain = (entry: Pick<WantedFunction, 'providerConfigKey' | 'type' | 'name'>) => ({
    name: entry.name,
    providerConfigKey: entry.providerConfigKey,
    type: entry.type,
    fields: [],
    schemas: [],
  });
  const effectOn = (
    entry: Pick<WantedFunction, 'providerConfigKey' | 'type'>,
    effect: PlannedChange['effect'],
  ): PlannedChange['effect'] => (entry.type === 'sync' && connected(entry) ? effect : null);
  return [
    ...changes.created.map((wanted): PlannedChange => {
      const effect = wanted.definition.autoStart ? 'starts' : 'added';
      return { ...plain(wanted), change: 'created', effect: effectOn(wanted, effect) };
    }),
    ...changes.updated.map((pair): PlannedChange => {
      const { wanted, current } = pair;
      const effect = wanted.definition.runs === current.definition.runs ? 'continues' : 'restarts';
      const details = { fields: changedFields(pair), schemas: changedSchemas(pair) };
      return { ...plain(wanted), ...details, change: 'updated', effect: effectOn(wanted, effect) };
    }),
    ...changes.deleted.map((entry): PlannedChange => ({
      ...plain(entry),
      change: 'deleted',
      effect: effectOn(entry, 'stops'),
    })),
  ];
}

function changedFields({ wanted, current }: Updated): string[] {
  const differs = (a: unknown, b: unknown): boolean => !isDeepStrictEqual(asStored(a), asStored(b));
  return [
    ...(wanted.script.hash === current.scriptHash ? [] : ['code']),
    ...(wanted.source.hash === current.sourceHash ? [] : ['source']),
    ...(wanted.version === null || wanted.version === current.version ? [] : ['version']),
    ...FIELDS.filter(([field]) => differs(wanted.definition[field], current.definition[field])).map(([, name]) => name),
    ...(differs(wanted.definition.schemas, current.definition.schemas) ? ['schemas'] : []),
  ];
}

function changedSchemas({ wanted, current }: Updated): PlannedChange['schemas'] {
  const after = wanted.definition.schemas;
  const before = current.definition.schemas;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .flatMap((name): PlannedChange['schemas'] => {
      if (!Object.hasOwn(before, name)) return [{ name, change: 'added' }];
      if (!Object.hasOwn(after, name)) return [{ name, change: 'removed' }];
      return isDeepStrictEqual(asStored(after[name]), before[name]) ? [] : [{ name, change: 'changed' }];
    });
}

/** As JSON keeps it: without what is undefined. */
const asStored = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
