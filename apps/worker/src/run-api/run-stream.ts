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
export function fenceOf({ kind, isWebhook, runId, epoch }: RunClaims): RunFence {
  if (kind !== 'sync') throw new AppError('invalid_request', 'Only a sync writes records.');
  return { of: isWebhook ? 'webhook' : 'slice', runId, epoch };
}

/** The same for what belongs to the order of a sync's own runs, beside which its handler of webhooks runs. */
export function sliceFenceOf(run: RunClaims, helper: string): RunFence {
  if (run.isWebhook)
    throw new AppError(
      'invalid_request',
      `${helper}: onWebhook cannot call it, because the sync itself may be running.`,
    );
  return fenceOf(run);
}
