/** Injection token of the back-off between retries (`BackoffSettings`); tests give a short one. */
export const PROXY_BACKOFF = Symbol('PROXY_BACKOFF');
