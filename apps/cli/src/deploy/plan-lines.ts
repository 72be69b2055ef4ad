import type { DeployPlan } from '@svc/contracts';

/** What a deploy does, in lists that people and programs read. */
export interface PlanSummary {
  readonly created: readonly PlannedFunction[];
  readonly updated: readonly PlannedFunction[];
  readonly deleted: readonly PlannedFunction[];
  readonly deletedModels: readonly string[];
}

interface PlannedFunction {
  readonly type: 'sync' | 'action' | 'on-event';
  readonly integration: string;
  readonly name: string;
  /** Connections that have an instance of the sync. */
  readonly connections?: number;
}

export function summarisePlan(plan: DeployPlan): PlanSummary {
  return {
    created: [
      ...syncs(plan.newSyncs),
      ...named('action', plan.newActions),
      ...named('on-event', plan.newOnEventScripts),
    ],
    updated: [
      ...syncs(plan.updatedSyncs),
      ...named('action', plan.updatedActions),
      ...named('on-event', plan.updatedOnEventScripts),
    ],
    deleted: [
      ...syncs(plan.deletedSyncs),
      ...named('action', plan.deletedActions),
      ...named('on-event', plan.deletedOnEventScripts),
    ],
    deletedModels: plan.deletedModels,
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
export const lossesOf = ({ deleted, deletedModels }: PlanSummary): string[] => [
  ...deleted
    .filter(({ type }) => type === 'sync')
    .map(({ integration, name }) => `the sync ${integration}/${name} with its records and checkpoints`),
  ...deletedModels.map((model) => `the records of the model ${model}, which no sync writes any more`),
];

const describe = ({ type, integration, name, connections }: PlannedFunction): string => {
  const reach =
    connections === undefined ? '' : `  (${connections} ${connections === 1 ? 'connection' : 'connections'})`;
  return `${type.padEnd(8)} ${integration}/${name}${reach}`;
};

type Listed = readonly { readonly name: string; readonly providerConfigKey: string }[];

const named = (type: PlannedFunction['type'], list: Listed): PlannedFunction[] =>
  list.map(({ name, providerConfigKey }) => ({ type, integration: providerConfigKey, name }));

const syncs = (list: DeployPlan['newSyncs']): PlannedFunction[] =>
  list.map(({ name, providerConfigKey, connections }) => ({
    type: 'sync',
    integration: providerConfigKey,
    name,
    connections,
  }));
