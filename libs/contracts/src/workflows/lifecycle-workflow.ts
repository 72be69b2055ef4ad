/** Input of the workflow `connection-lifecycle`: one run of an on-event function. */
export interface ConnectionLifecycleInput {
  readonly invocationId: string;
  readonly limits: LifecycleWorkflowLimits;
}

/** Durations of a run, decided when it is asked for. */
export interface LifecycleWorkflowLimits {
  /** Longest attempt by the clock, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** Silence after which an attempt's worker counts as dead, in milliseconds. */
  readonly heartbeatTimeoutMs: number;
}

/** Answer of {@link LifecycleActivities.runInvocation}. */
export type InvocationAttemptOutcome =
  | { readonly outcome: 'ended' }
  /** It is not due yet, or another attempt is to be made: after so many milliseconds. */
  | { readonly outcome: 'repeat'; readonly waitMs: number };

/** Activities of the workflow `connection-lifecycle`. */
export interface LifecycleActivities {
  /** Makes one attempt if it is due and has not ended already. An attempt that died with its worker is made again. */
  runInvocation(invocation: { readonly invocationId: string }): Promise<InvocationAttemptOutcome>;
}
