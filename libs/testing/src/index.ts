export * from './test-database.js';
export * from './tenant.js';
