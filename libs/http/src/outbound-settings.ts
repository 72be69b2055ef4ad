import type { ResolveAll } from './guarded-lookup.js';

export interface OutboundSettings {
  /** Allow private, loopback and link-local addresses (setting `ALLOW_PRIVATE_NETWORK`). */
  readonly allowPrivateNetwork: boolean;
  /** Longest wait for a connection, TLS handshake included. Default 10 s. */
  readonly connectTimeoutMs?: number;
  /** Longest silence on a connection, also before the answer begins. Default 5 min. */
  readonly idleTimeoutMs?: number;
  /** Name resolution; tests pass their own. */
  readonly resolveAll?: ResolveAll;
}

export const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
export const DEFAULT_IDLE_TIMEOUT_MS = 300_000;
