import type { AuthStrategy } from './auth-strategy.js';

/** Nothing by itself: the provider's header and query templates carry the credentials, if there are any. */
export const templateStrategy: AuthStrategy = { signsBody: () => false, headers: () => ({}) };
