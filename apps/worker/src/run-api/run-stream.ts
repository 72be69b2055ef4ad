import type { RecordStreamKey, RunFence } from '@svc/database';
import type { RunClaims } from '@svc/domain';
import { AppError } from '@svc/errors';

/** The change stream of a model that a run writes. */
export const streamOf = ({ environmentId, connectionId, variant }: RunClaims, model: string): RecordStreamKey => ({
  environmentId,
  connectionId,
  model,
  variant: variant ?? 'base',
});

/** The attempt that a write has to prove itself as. */
export function fenceOf({ kind, runId, epoch }: RunClaims): RunFence {
  if (kind !== 'sync') throw new AppError('invalid_request', 'Only a sync writes records.');
  return { runId, epoch };
}
