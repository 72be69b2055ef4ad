export * from './sync/sync.workflow.js';
export * from './action/action.workflow.js';
export * from './refresh-credentials/refresh-credentials.workflow.js';
export * from './refresh-sweep/refresh-sweep.workflow.js';
export * from './revoke-credentials/revoke-credentials.workflow.js';
export * from './connection-lifecycle/connection-lifecycle.workflow.js';
export * from './lane/lane.workflow.js';
