export * from './core/core.module.js';
export * from './core/core.tokens.js';
export * from './accounts/accounts.module.js';
export * from './accounts/caller.js';
export * from './accounts/key-authenticator.service.js';
