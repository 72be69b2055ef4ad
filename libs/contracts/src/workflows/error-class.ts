/**
 * What a failed run means for what happens next; decided once, where the failure is seen.
 *
 * - `auth-dead`: the credentials do not work any more; only a person can help.
 * - `auth-transient`: the provider refused the credentials, which may have been renewed since.
 * - `throttled`: the provider (or the gateway) asked to slow down.
 * - `provider-down`: no answer from the provider, or one that says that it is broken.
 * - `function-error`: the function itself is wrong; repeating it changes nothing.
 * - `platform`: a part of the gateway was away; repeat until it is back.
 */
export type ErrorClass = 'auth-dead' | 'auth-transient' | 'throttled' | 'provider-down' | 'function-error' | 'platform';
