/** Input of the workflow `revoke-credentials`. What is revoked stays sealed in PostgreSQL. */
export interface RevokeCredentialsInput {
  /** Revocations of one deletion. */
  readonly batchId: string;
}

/** Answer of {@link RevokeActivities.revokeCredentials}. */
export type RevokeOutcome =
  | { readonly outcome: 'ended'; readonly revoked: number; readonly failed: number }
  /** Some are left; the next one is due after so many milliseconds. */
  | { readonly outcome: 'repeat'; readonly revoked: number; readonly failed: number; readonly waitMs: number };

/** Activities of the workflow `revoke-credentials`. */
export interface RevokeActivities {
  /** Makes the attempts of a batch that are due. */
  revokeCredentials(batch: RevokeCredentialsInput): Promise<RevokeOutcome>;
}
