/** Names the period of trouble in which a connection's token cannot be refreshed. */
export interface RefreshAttempt {
  /** The gateway's number. */
  readonly connectionId: number;
  readonly troubleId: string;
}

/** Input of the workflow `refresh-credentials`. */
export interface RefreshCredentialsInput extends RefreshAttempt {
  readonly limits: RefreshLimits;
  /** Attempts that earlier executions made; absent at the start. */
  readonly attempts?: number;
}

/** Durations of a workflow `refresh-credentials`, decided when it starts. */
export interface RefreshLimits {
  /** Longest attempt by the clock, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** Wait before the first attempt, in milliseconds; doubles with each. */
  readonly initialMs: number;
  /** Longest wait that the workflow chooses by itself, in milliseconds. */
  readonly maxMs: number;
  /** Attempts after which the workflow continues as new. */
  readonly attemptsPerExecution: number;
}

/** Answer of {@link RefreshActivities.refreshCredentials}; what an operator reads in the history. Never the provider's words. */
export type RefreshAttemptOutcome =
  /** `recovered`, `over` (somebody else ended it), or why it is not repeated: `auth_dead`, `exhausted`, `refresh_interrupted`. */
  | { readonly outcome: 'ended'; readonly reason: string }
  | {
      readonly outcome: 'repeat';
      /** `provider_down`, `throttled`, `auth_transient` or `cooldown`. */
      readonly reason: string;
      /** Status of the provider's answer, where there was one. */
      readonly status?: number;
      /** The next attempt comes no earlier than this, in milliseconds. */
      readonly askedMs: number;
    };

/** What one activity of the sweep did. */
export interface SweepOutcome {
  readonly refreshed: number;
  readonly failed: number;
  /** Credentials that cannot be renewed and were tried by a call. */
  readonly tested: number;
  /** Nothing to do yet, or the provider is in an outage. */
  readonly postponed: number;
  /** More are due. */
  readonly more: boolean;
}

/** Activities of the workflows `refresh-credentials` and `refresh-sweep`. */
export interface RefreshActivities {
  /** Makes one attempt, unless the trouble is over. */
  refreshCredentials(attempt: RefreshAttempt): Promise<RefreshAttemptOutcome>;
  /** Looks after connections that are due, in batches, for about a minute. */
  sweepConnections(): Promise<SweepOutcome>;
}
