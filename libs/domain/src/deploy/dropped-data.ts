import type { DroppedData } from '@svc/contracts';
import type { DeployChanges } from './deploy-plan.js';

/** Those of the counted records that no sync of their integration writes any more. */
export function droppedData({ lostModels }: DeployChanges, counted: readonly DroppedData[]): DroppedData[] {
  return counted.filter((entry) =>
    lostModels.some(
      ({ providerConfigKey, model }) => providerConfigKey === entry.providerConfigKey && model === entry.model,
    ),
  );
}
