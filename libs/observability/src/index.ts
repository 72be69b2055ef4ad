export * from './logger.js';
export * from './redaction.js';
export * from './redact-text.js';
export * from './redact-value.js';
export * from './nest-logger.js';
export * from './gateway-metrics.js';
