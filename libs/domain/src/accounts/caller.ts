import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';

/** Who calls: a key of one environment. */
export interface EnvironmentCaller {
  readonly kind: 'environment';
  readonly keyId: number;
  readonly accountId: number;
  readonly environmentId: number;
  readonly environmentName: string;
  readonly environmentUuid: string;
  readonly scopes: readonly string[];
}

/** Who calls: a key of an account, which manages environments. */
export interface AccountCaller {
  readonly kind: 'account';
  readonly keyId: number;
  readonly accountId: number;
  readonly scopes: readonly string[];
}

/** Who calls: the browser of an end user who may connect accounts. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly accountId: number;
  readonly environmentId: number;
  readonly session: OpenConnectSession;
}

export type Caller = EnvironmentCaller | AccountCaller | SessionCaller;
