/** An event of a provider's webhook, for one connection. */
export interface SubscribedEvent {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  /** Internal id. */
  readonly connectionId: number;
  /** The connection's id as customers know it. */
  readonly connectionKey: string;
  readonly type: string;
  /** What the function is called with. */
  readonly payload: unknown;
}
