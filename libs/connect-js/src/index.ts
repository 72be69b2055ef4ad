export * from './svc-connect.js';
export type { ConnectUi, ConnectUiOptions } from './connect-ui.js';
export type * from './connect-ui-event.js';
export type * from './connected-account.js';
export * from './connect-error.js';
/** The parts, for a page of your own: the gateway's hosted page is made of them. */
export * from './auth-route.js';
export * from './auth-window.js';
export * from './browser-flow.js';
export { Gateway, type GatewayRequest } from './gateway.js';
export type { QueryValues } from './query.js';
export type { AttemptState } from './watch-attempt.js';
