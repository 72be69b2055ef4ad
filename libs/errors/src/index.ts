export * from './app-error.js';
export * from './error-table.js';
export * from './invalid-body.js';
export * from './to-error-issue.js';
export * from './unforeseen-error.js';
