export * from './sync/sync.workflow.js';
export * from './action/action.workflow.js';
