const SYNC_SCHEDULE_PREFIX = 'sync-';

/** Id of the Schedule of a sync instance. */
export const syncScheduleId = (syncId: string): string => `${SYNC_SCHEDULE_PREFIX}${syncId}`;

/** The sync that a Schedule belongs to; `undefined` when the Schedule is not one of a sync. */
export const syncIdOfSchedule = (scheduleId: string): string | undefined =>
  scheduleId.startsWith(SYNC_SCHEDULE_PREFIX) ? scheduleId.slice(SYNC_SCHEDULE_PREFIX.length) : undefined;

/** Id of a sync's runs; the Schedule appends the time of each. */
export const syncWorkflowId = (syncId: string): string => `sync-${syncId}`;

/** Id of the workflow of a run over a window. */
export const windowRunWorkflowId = (syncId: string, runId: string): string => `sync-${syncId}-window-${runId}`;

/** Id of the workflow of an asynchronous action. */
export const actionWorkflowId = (actionRunId: string): string => `action-${actionRunId}`;

/** Id of the workflow that repeats a connection's refresh during one period of trouble. */
export const refreshCredentialsWorkflowId = (troubleId: string): string => `refresh-credentials-${troubleId}`;

/** Id of the workflow that ends the authorizations of one deletion at their provider. */
export const revokeCredentialsWorkflowId = (batchId: string): string => `revoke-credentials-${batchId}`;

/** Id of the workflow of one run of an on-event function. */
export const connectionLifecycleWorkflowId = (invocationId: string): string => `connection-lifecycle-${invocationId}`;

/** Id of the Schedule that looks after tokens ahead of time, and of its runs, to which it appends the time of each. */
export const REFRESH_SWEEP_ID = 'refresh-sweep';
