export * from './error-envelope.js';
export * from './identifiers.js';
export * from './names.js';
export * from './runs/run-protocol.js';
export * from './scopes.js';
