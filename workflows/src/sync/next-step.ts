import { backOffMs, type ErrorClass, type SliceOutcome, type SyncProgress } from '@svc/contracts/workflows';

/** Longest wait that a provider may ask for. */
const LONGEST_WAIT_MS = 86_400_000;

/** What a run does after a slice. */
export type NextStep =
  | { readonly kind: 'slice'; readonly progress: SyncProgress; readonly waitMs: number }
  | { readonly kind: 'end'; readonly status: 'SUCCESS' | 'ERROR'; readonly reason?: string }
  /** Somebody else owns or ended the run. */
  | { readonly kind: 'leave' };

/** Decides what follows a slice: the next one at once or later, or the end of the run. */
export function nextStep(progress: SyncProgress, outcome: SliceOutcome): NextStep {
  switch (outcome.outcome) {
    case 'completed':
      return { kind: 'end', status: 'SUCCESS' };
    case 'superseded':
      return { kind: 'leave' };
    case 'no-slot':
      return { kind: 'slice', progress, waitMs: outcome.retryAfterMs };
    case 'sliced':
      return afterSlice(progress, outcome.progressed);
    case 'failed':
      return afterFailure(progress, outcome);
  }
}

function afterSlice(progress: SyncProgress, progressed: boolean): NextStep {
  const slicesWithoutProgress = progressed ? 0 : progress.slicesWithoutProgress + 1;
  if (slicesWithoutProgress >= progress.limits.stalledAfterSlices)
    return { kind: 'end', status: 'ERROR', reason: 'stalled' };
  return { kind: 'slice', progress: { ...progress, slicesWithoutProgress, failures: 0 }, waitMs: 0 };
}

function afterFailure(progress: SyncProgress, failure: Extract<SliceOutcome, { outcome: 'failed' }>): NextStep {
  const { errorClass, progressed, retryAfterMs } = failure;
  const failures = progressed ? 1 : progress.failures + 1;
  const backOff = progress.limits.backOff[errorClass];
  if (!backOff || failures > backOff.attempts) return { kind: 'end', status: 'ERROR', reason: reasonOf(errorClass) };
  const slicesWithoutProgress = progressed ? 0 : progress.slicesWithoutProgress;
  const waitMs = Math.min(LONGEST_WAIT_MS, backOffMs(backOff, failures, retryAfterMs));
  return { kind: 'slice', progress: { ...progress, failures, slicesWithoutProgress }, waitMs };
}

/** As the API spells it: `auth_dead`. */
const reasonOf = (errorClass: ErrorClass): string => errorClass.replaceAll('-', '_');
