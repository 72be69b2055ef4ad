/**
 * Task queues, one for each kind of work, so that a long sync never holds a slot that an action waits for.
 *
 * - `interactive`: somebody waits for it, such as an action.
 * - `sync`: runs of syncs.
 * - `webhook`: inbound and outgoing webhooks.
 * - `system`: refreshes, retention, reconciliation.
 */
export const TASK_QUEUES = {
  interactive: 'interactive',
  sync: 'sync',
  webhook: 'webhook',
  system: 'system',
} as const;

/** Name of a task queue. */
export type TaskQueue = (typeof TASK_QUEUES)[keyof typeof TASK_QUEUES];
