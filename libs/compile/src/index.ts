export * from './allowed-modules.js';
export * from './bundle-source.js';
export * from './bundle-options.js';
export * from './build-diagnostics.js';
export * from './code-frame.js';
export * from './deployable.js';
export * from './diagnostic.js';
