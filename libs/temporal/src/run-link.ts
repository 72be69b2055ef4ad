import type { Config } from '@svc/config';

/** Address of a workflow in the Temporal UI, or `undefined` when no UI is configured. Without a run id it shows the latest run. */
export function runLink(
  { uiUrl, namespace }: Config['temporal'],
  workflowId: string,
  runId?: string,
): string | undefined {
  if (uiUrl === undefined) return undefined;
  const path = ['namespaces', namespace, 'workflows', workflowId, ...(runId === undefined ? [] : [runId])];
  return `${uiUrl}/${path.map(encodeURIComponent).join('/')}`;
}
