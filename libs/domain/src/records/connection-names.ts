/** A connection as its caller names it. */
export interface ConnectionNames {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionId: string;
}
