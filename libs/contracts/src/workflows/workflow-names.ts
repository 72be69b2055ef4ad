/** Types of workflows, as the Temporal UI shows them and as the workflow functions are called. */
export const WORKFLOWS = {
  /** One run of a sync, however many slices it takes. */
  sync: 'sync',
  /** One asynchronous action. */
  action: 'action',
} as const;

/** Type of a workflow. */
export type WorkflowName = (typeof WORKFLOWS)[keyof typeof WORKFLOWS];
