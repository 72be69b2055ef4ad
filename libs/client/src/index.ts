export * from './proxy-client.js';
export * from './svc.js';
export * from './svc-error.js';
export type { SvcOptions } from './transport.js';
export type * from './types.js';
