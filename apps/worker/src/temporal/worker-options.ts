import type { TaskQueue } from '@svc/contracts/workflows';
import type { WorkerOptions } from '@temporalio/worker';

/** Activities of one process that run at the same time. One of the queue `webhook` drains a whole lane and mostly waits. */
const ACTIVITIES: Record<TaskQueue, number> = { interactive: 100, sync: 100, webhook: 500, system: 20 };
/**
 * Polls that wait at the server at the same time, per kind: few while there is little to do, as each one costs the server something,
 * and more when the server says that tasks wait. A fixed handful is soon what a burst of short workflows waits for, as a poll
 * lasts until the server has written down who took the task.
 */
const POLLS = { type: 'autoscaling', minimum: 2, initial: 4, maximum: 20 } as const;

/** How the worker of a task queue behaves. */
export const workerOptions = (
  taskQueue: TaskQueue,
): Omit<WorkerOptions, 'connection' | 'namespace' | 'activities'> => ({
  taskQueue,
  maxConcurrentActivityTaskExecutions: ACTIVITIES[taskQueue],
  activityTaskPollerBehavior: POLLS,
  workflowTaskPollerBehavior: POLLS,
  maxCachedWorkflows: 200,
  // Others take over a dead worker's workflows after this.
  stickyQueueScheduleToStartTimeout: '5 seconds',
  // Cancellations arrive with heartbeats, so these are not held back for long.
  maxHeartbeatThrottleInterval: '5 seconds',
  defaultHeartbeatThrottleInterval: '5 seconds',
  shutdownGraceTime: '2 seconds',
  shutdownForceTime: '20 seconds',
});
