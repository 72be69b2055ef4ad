export * from './keys.js';
export * from './secret-box.js';
export * from './signed-token.js';
