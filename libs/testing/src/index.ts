export * from './test-database.js';
export * from './tenant.js';
export * from './gateway.js';
export * from './test-temporal.js';
