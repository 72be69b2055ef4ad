import type { BackOff } from './back-off.js';
import type { ErrorClass } from './error-class.js';

/** Input of the workflow `sync`. Ids and counters only: records, checkpoints and errors stay in PostgreSQL. */
export interface SyncWorkflowInput {
  readonly syncId: string;
  /** The run that was asked for, where it goes over a window; absent for runs from where the sync stands. */
  readonly windowRunId?: string;
  /** Where the execution before this one stopped; absent at the start of a run. */
  readonly progress?: SyncProgress;
}

/** What a run carries over when it continues as a new execution. */
export interface SyncProgress {
  readonly runId: string;
  readonly limits: SyncLimits;
  /** Slices in a row after which the checkpoint stood where it was before. */
  readonly slicesWithoutProgress: number;
  /** Failures in a row without progress between them. */
  readonly failures: number;
}

/** Durations and counts of a run, decided when it starts. */
export interface SyncLimits {
  /** Silence after which a slice's worker counts as dead, in milliseconds. */
  readonly heartbeatTimeoutMs: number;
  /** Longest slice by the clock, in milliseconds. */
  readonly sliceTimeoutMs: number;
  /** Slices without progress after which the run is stalled. */
  readonly stalledAfterSlices: number;
  /** Slices after which the workflow continues as new. */
  readonly slicesPerExecution: number;
  /** Slices of one environment share a turn where the Temporal server is fair between keys. */
  readonly fairnessKey: string;
  /** Waits after failures of each class; a class that is missing is not repeated. */
  readonly backOff: Partial<Record<ErrorClass, BackOff>>;
}

/** Names the execution that wants to run a sync; equal for every execution of one chain of continue-as-new. */
export interface SyncRunClaim {
  readonly syncId: string;
  readonly workflowId: string;
  /** Run id of the first execution of the chain. */
  readonly temporalRunId: string;
  readonly windowRunId?: string;
}

/** Answer of {@link SyncActivities.startSyncRun}. */
export type SyncRunStart =
  | { readonly started: true; readonly runId: string; readonly limits: SyncLimits }
  /** Nothing to run: `paused`, `deleted`, `disabled`, `already_running`. A run over a window asks again after a while. */
  | { readonly started: false; readonly reason: string; readonly retryAfterMs?: number };

/** Answer of {@link SyncActivities.runSyncSlice}. */
export type SliceOutcome =
  | { readonly outcome: 'completed' }
  | { readonly outcome: 'sliced'; readonly progressed: boolean }
  /** Somebody else owns or ended the run. */
  | { readonly outcome: 'superseded' }
  /** All slots are taken; try again after so many milliseconds. */
  | { readonly outcome: 'no-slot'; readonly retryAfterMs: number }
  | {
      readonly outcome: 'failed';
      readonly errorClass: ErrorClass;
      /** Whether the checkpoint moved before the failure. */
      readonly progressed: boolean;
      /** What the provider asked to wait, in milliseconds. */
      readonly retryAfterMs?: number;
    };

/** How a run ends. */
export interface SyncRunEnd {
  readonly syncId: string;
  readonly runId: string;
  readonly status: 'SUCCESS' | 'ERROR' | 'STOPPED';
  /** Machine-readable: `stalled`, `auth_dead`, `cancelled`, ... */
  readonly reason?: string;
}

/** Activities of the workflow `sync`. */
export interface SyncActivities {
  /** Opens the run; calling it again for the same execution answers the same run. */
  startSyncRun(claim: SyncRunClaim): Promise<SyncRunStart>;
  /** Runs the function from its saved checkpoint until it ends, fails or has used up its slice. */
  runSyncSlice(slice: { readonly syncId: string; readonly runId: string }): Promise<SliceOutcome>;
  /** Ends the run; does nothing when it has ended already. */
  finishSyncRun(end: SyncRunEnd): Promise<void>;
}
