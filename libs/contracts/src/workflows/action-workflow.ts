/** Input of the workflow `action`. The action's input and its result stay in PostgreSQL. */
export interface ActionWorkflowInput {
  readonly actionRunId: string;
  readonly limits: ActionWorkflowLimits;
}

/** Durations of an action, decided when it is triggered. */
export interface ActionWorkflowLimits {
  /** Longest attempt by the clock, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** Silence after which an attempt's worker counts as dead, in milliseconds. */
  readonly heartbeatTimeoutMs: number;
  /** Actions of one environment share a turn where the Temporal server is fair between keys. */
  readonly fairnessKey: string;
}

/** Answer of {@link ActionActivities.runAction}. */
export type ActionAttemptOutcome =
  | { readonly outcome: 'ended' }
  /** Another attempt is to be made after so many milliseconds. */
  | { readonly outcome: 'repeat'; readonly waitMs: number };

/** Activities of the workflow `action`. */
export interface ActionActivities {
  /** Makes one attempt, unless the action has ended already. An attempt that died with its worker is never run a second time. */
  runAction(action: { readonly actionRunId: string }): Promise<ActionAttemptOutcome>;
  /** Ends an action whose workflow was cancelled; does nothing when it has ended already. */
  abortAction(action: { readonly actionRunId: string }): Promise<void>;
}
