import type { FunctionChange } from '@svc/contracts';
import type { DeployedState, FunctionVersionRow } from '@svc/database';

/** Changes as they are shown. Versions that are not kept any more are named by their id alone. */
export function toFunctionChanges(
  changes: readonly DeployedState[],
  versions: ReadonlyMap<string, FunctionVersionRow>,
): FunctionChange[] {
  const refOf = (id: string | null): FunctionChange['from'] =>
    id === null ? null : { id, version: versions.get(id)?.version ?? null };
  return changes.map(({ providerConfigKey, type, name, fromVersionId, toVersionId }) => ({
    change: fromVersionId === null ? 'created' : toVersionId === null ? 'deleted' : 'updated',
    integration_id: providerConfigKey,
    type,
    name,
    from: refOf(fromVersionId),
    to: refOf(toVersionId),
  }));
}

/** Ids of all versions that changes name. */
export const versionIdsOf = (changes: readonly DeployedState[]): string[] =>
  changes.flatMap(({ fromVersionId, toVersionId }) => [fromVersionId, toVersionId]).filter((id) => id !== null);
