export * from './config.js';
export * from './config-error.js';
export * from './load-config.js';
export * from './env-example.js';
export type { Environment } from './parse-settings.js';
