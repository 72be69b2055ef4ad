import type { DeployPlan, PlannedChange } from '@svc/contracts';

/** What a deploy does, in lists that people and programs read. */
export interface PlanSummary {
  readonly created: readonly PlannedFunction[];
  readonly updated: readonly PlannedFunction[];
  readonly deleted: readonly PlannedFunction[];
  readonly deletedModels: readonly string[];
  /** Records that no sync keeps up to date any more. */
  readonly drops: DeployPlan['drops'];
}

interface PlannedFunction extends Pick<PlannedChange, 'type' | 'name' | 'fields' | 'schemas' | 'effect'> {
  readonly integration: string;
  /** Connections that have an instance of the sync. */
  readonly connections?: number;
}

export function summarisePlan(plan: DeployPlan): PlanSummary {
  const syncs = [...plan.newSyncs, ...plan.updatedSyncs, ...plan.deletedSyncs];
  const connections = new Map(syncs.map((sync) => [`${sync.providerConfigKey}/${sync.name}`, sync.connections]));
  const those = (wanted: PlannedChange['change']): PlannedFunction[] =>
    plan.changes
      .filter(({ change }) => change === wanted)
      .map(({ type, providerConfigKey: integration, name, fields, schemas, effect }) => {
        const reach = type === 'sync' ? connections.get(`${integration}/${name}`) : undefined;
        return { type, integration, name, fields, schemas, effect, ...(reach !== undefined && { connections: reach }) };
      });
  return {
    created: those('created'),
    updated: those('updated'),
    deleted: those('deleted'),
    deletedModels: plan.deletedModels,
    drops: plan.drops,
  };
}

/** A line for each change; nothing for what stays. */
export function planLines({ created, updated, deleted, deletedModels }: PlanSummary): string[] {
  return [
    ...created.map((entry) => `  + ${describe(entry)}`),
    ...updated.map((entry) => `  ~ ${describe(entry)}`),
    ...deleted.map((entry) => `  - ${describe(entry)}`),
    ...(deletedModels.length > 0 ? [`  Models that no sync writes any more: ${deletedModels.join(', ')}`] : []),
  ];
}

/** What a deploy takes away that the next one does not bring back. */
export function lossesOf({ deleted, drops }: PlanSummary): string[] {
  const syncs = deleted.filter(({ type }) => type === 'sync');
  return [
    ...syncs.map(({ integration, name }) => `the sync ${integration}/${name}, with its checkpoints`),
    ...drops.map(
      ({ providerConfigKey, model, records }) =>
        `${records} ${records === 1 ? 'record' : 'records'} of ${providerConfigKey}/${model}, which no sync writes any more`,
    ),
  ];
}

function describe(entry: PlannedFunction): string {
  const notes = [...changesOf(entry), ...effectOf(entry)].join('; ');
  return `${entry.type.padEnd(8)} ${entry.integration}/${entry.name}${notes === '' ? '' : `  (${notes})`}`;
}

/** The source says nothing that the code does not say. */
const changesOf = ({ fields, schemas }: PlannedFunction): string[] => [
  ...(fields.length > 0 ? [fields.filter((field) => field !== 'source' || fields.length === 1).join(', ')] : []),
  ...schemas.map(({ name, change }) => `schema ${name} ${change}`),
];

function effectOf({ effect, connections }: PlannedFunction): string[] {
  const reach = connections === undefined ? [] : [`${connections} ${connections === 1 ? 'connection' : 'connections'}`];
  switch (effect) {
    case 'starts':
      return [`starts for ${reach[0]}`];
    case 'added':
      return [`waits to be started for ${reach[0]}`];
    case 'restarts':
      return [`its schedule restarts for ${reach[0]}`];
    case 'stops':
      return [`stops for ${reach[0]}`];
    case 'continues':
    case null:
      return reach;
  }
}
