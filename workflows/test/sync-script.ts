import type { SliceOutcome, SyncActivities, SyncLimits, SyncRunClaim, SyncRunEnd } from '@svc/contracts/workflows';

/** Limits of runs in tests: milliseconds where real ones take minutes. */
export const SHORT_LIMITS: SyncLimits = {
  heartbeatTimeoutMs: 5_000,
  sliceTimeoutMs: 60_000,
  stalledAfterSlices: 3,
  slicesPerExecution: 100,
  fairnessKey: 'dev',
  backOff: {
    throttled: { initialMs: 20, maxMs: 100, attempts: 3 },
    'provider-down': { initialMs: 20, maxMs: 100, attempts: 2 },
    platform: { initialMs: 20, maxMs: 100, attempts: 20 },
  },
};

/** Activities of the workflow `sync` that follow a script, and what the workflow did with them. */
export interface SyncScript extends SyncActivities {
  readonly claims: SyncRunClaim[];
  readonly ends: SyncRunEnd[];
  readonly slices: { count: number };
}

/** @param slice decides the outcome of slice number `n`, from 1. */
export function syncScript(
  slice: (n: number) => SliceOutcome | Promise<SliceOutcome>,
  limits: Partial<SyncLimits> = {},
): SyncScript {
  const script: SyncScript = {
    claims: [],
    ends: [],
    slices: { count: 0 },
    startSyncRun: async (claim) => {
      script.claims.push(claim);
      return { started: true, runId: `run-of-${claim.syncId}`, limits: { ...SHORT_LIMITS, ...limits } };
    },
    runSyncSlice: async () => await slice((script.slices.count += 1)),
    finishSyncRun: async (end) => void script.ends.push(end),
  };
  return script;
}
