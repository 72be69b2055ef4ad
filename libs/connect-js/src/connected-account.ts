/** A connection that a person has made. */
export interface ConnectedAccount {
  /** Unique key of the integration. */
  readonly providerConfigKey: string;
  /** What your backend asks for the connection by. Empty while `isPending`, when the gateway has none yet. */
  readonly connectionId: string;
  /** Somebody at the provider still has to approve it, an administrator for example. It cannot be used before. */
  readonly isPending: boolean;
}
