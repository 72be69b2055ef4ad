import type { RunFailure, RunResult } from '@svc/contracts';

/** Why a run that is no slice of a sync failed; undefined when it completed. */
export function failureOf(result: RunResult): RunFailure | undefined {
  if (result.outcome === 'completed') return undefined;
  if (result.outcome === 'failed') return result.error;
  return { type: 'platform', name: 'RunLost', message: 'The runner ended the function without a result.' };
}
