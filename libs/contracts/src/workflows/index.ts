export * from './back-off.js';
export * from './error-class.js';
export * from './search-attributes.js';
export * from './sync-workflow.js';
export * from './task-queues.js';
export * from './workflow-ids.js';
export * from './workflow-names.js';
export * from './action-workflow.js';
