import type { SyncStatus } from '@svc/contracts';
import type { SyncStatusRow } from '@svc/database';

type StatusFacts = Pick<
  SyncStatusRow,
  'runStatus' | 'runReason' | 'pendingTrigger' | 'enabled' | 'paused' | 'pauseReason'
>;

/** A status and why it is what it is. */
export interface DerivedStatus {
  readonly status: SyncStatus;
  readonly reason: string | null;
}

/** The one place that decides what status a sync has (wire contract, section 9). A run that was asked for counts as running. */
export function deriveSyncStatus({
  runStatus,
  runReason,
  pendingTrigger,
  enabled,
  paused,
  pauseReason,
}: StatusFacts): DerivedStatus {
  if (runStatus === 'RUNNING') return { status: 'RUNNING', reason: runReason };
  if (pendingTrigger !== null && enabled) return { status: 'RUNNING', reason: 'queued' };
  if (!enabled) return { status: 'STOPPED', reason: 'function_disabled' };
  if (paused) return { status: 'PAUSED', reason: pauseReason };
  if (runStatus === 'STOPPED') return { status: 'ERROR', reason: runReason };
  return { status: runStatus ?? 'SUCCESS', reason: runReason };
}
