/** Whom a run acts for and what it executes: what every kind of run is read with. */
export interface RunSubject {
  readonly environmentId: number;
  readonly environmentName: string;
  readonly integrationId: number;
  /** Unique key of the integration. */
  readonly providerConfigKey: string;
  readonly provider: string;
  /** Internal id. */
  readonly connectionId: number;
  /** The connection's id as customers know it. */
  readonly connectionKey: string;
  readonly versionId: string;
  readonly scriptHash: string;
}
