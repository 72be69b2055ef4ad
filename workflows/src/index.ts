export * from './sync/sync.workflow.js';
