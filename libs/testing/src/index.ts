export * from './test-database.js';
export * from './tenant.js';
export * from './gateway.js';
export * from './free-port.js';
export * from './local-server.js';
export * from './wait-for.js';
export * from './test-temporal.js';
