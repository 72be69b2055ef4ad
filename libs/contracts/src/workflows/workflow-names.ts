/** Types of workflows, as the Temporal UI shows them and as the workflow functions are called. */
export const WORKFLOWS = {
  /** One run of a sync, however many slices it takes. */
  sync: 'sync',
  /** One asynchronous action. */
  action: 'action',
  /** Repeats the refresh of one connection through a period of trouble. */
  refreshCredentials: 'refresh-credentials',
  /** Looks after all connections once. */
  refreshSweep: 'refresh-sweep',
  /** Ends the authorizations of deleted connections at their provider. */
  revokeCredentials: 'revoke-credentials',
  /** One run of an on-event function of a connection. */
  connectionLifecycle: 'connection-lifecycle',
  /** Webhooks of providers, a lane an integration. */
  webhookIntake: 'webhook-intake',
  /** Webhooks to customers, a lane an endpoint. */
  webhookDelivery: 'webhook-delivery',
  /** Functions that webhooks and events run, a lane a connection. */
  functionLane: 'function-lane',
} as const;

/** Type of a workflow. */
export type WorkflowName = (typeof WORKFLOWS)[keyof typeof WORKFLOWS];
