export * from './activity-takeover.js';
export * from './connection-options.js';
export * from './run-link.js';
export * from './sync-schedules.js';
export * from './system-schedules.js';
export * from './temporal-client.js';
export * from './workflow-starter.js';
