import type { RunRequest } from '@svc/contracts';

/** A run that a child process has. */
export interface PendingRun {
  readonly seq: number;
  readonly request: RunRequest;
  readonly startedAtMs: number;
  /** Since when the function holds its thread, as far as the child told. */
  inTurnSinceMs: number | undefined;
  /** Takes a `RunResult` as JSON. */
  readonly resolve: (resultText: string) => void;
}
