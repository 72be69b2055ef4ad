/**
 * Kinds of lanes, which are also their types of workflows: long-lived workflows that drain rows of PostgreSQL.
 *
 * - `webhook-intake`: webhooks of providers, a lane an integration.
 * - `webhook-delivery`: webhooks to customers, a lane an endpoint.
 * - `function-lane`: functions that webhooks and events run, a lane a connection.
 */
export const LANE_KINDS = ['webhook-intake', 'webhook-delivery', 'function-lane'] as const;

/** Kind of a lane. */
export type LaneKind = (typeof LANE_KINDS)[number];

/** Names a lane. */
export interface LaneName {
  readonly kind: LaneKind;
  /** What it is for: the id of an integration, an endpoint or a connection. */
  readonly key: string;
}

/** Input of the workflows that drain a lane. */
export interface LaneInput extends LaneName {
  readonly limits: LaneWorkflowLimits;
}

/** Durations and counts of a lane's workflow, decided when it starts. */
export interface LaneWorkflowLimits {
  /** Longest activity by the clock, in milliseconds; it ends by itself well before. */
  readonly roundTimeoutMs: number;
  /** Silence after which a round's worker counts as dead, in milliseconds. */
  readonly heartbeatTimeoutMs: number;
  /** Rounds after which the workflow continues as new. */
  readonly roundsPerExecution: number;
  /** Lanes of one environment share a turn where the Temporal server is fair between keys. */
  readonly fairnessKey: string;
}

/** How a round ended. */
export interface LaneRound {
  /** Rows that were ended or put off. */
  readonly handled: number;
  /** The next row is due after so many milliseconds; 0 goes on at once; null means that the lane is empty. */
  readonly waitMs: number | null;
}

/** Activities of the workflows that drain a lane. */
export interface LaneActivities {
  /** Takes what is due, several at a time, until nothing is due or its time is up. */
  drainLane(lane: LaneName): Promise<LaneRound>;
}

/** Name of the signal that wakes a lane. */
export const WAKE_LANE = 'wake';

/** Id of a lane's workflow. */
export const laneWorkflowId = ({ kind, key }: LaneName): string => `${kind}-${key}`;
