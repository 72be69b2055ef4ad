import type { Queryable } from '../database.js';

/** Names a refresh that runs: the connection and the owner of its lease. */
export interface RefreshLease {
  readonly connectionId: number;
  /** UUID of this attempt. */
  readonly owner: string;
}

/** How far the refresh of a connection is. */
export interface RefreshState {
  readonly id: number;
  /** Rises when a refresh ends. */
  readonly round: number;
  /** Nobody holds the lease, or whoever does has run out of time. */
  readonly isFree: boolean;
}

export interface RefreshedCredentials {
  /** The version that was read; another one in the row means that the credentials were replaced meanwhile. */
  readonly version: number;
  readonly credentialsSealed: string;
  readonly expiresAt: Date | null;
  /** Null keeps what is known. */
  readonly refreshTokenRotates: boolean | null;
  /** Merged into `connection_config`. */
  readonly connectionConfig: Readonly<Record<string, unknown>>;
}

export interface RefreshFailureRecord {
  readonly reason: string;
  /** Counts towards the days after which a connection is exhausted. */
  readonly countsDay: boolean;
  /** Becomes the connection's `auth` entry in `errors`; undefined leaves them as they are. */
  readonly logId: string | undefined;
}

const WITHOUT_AUTH_ERRORS = `COALESCE(
  (SELECT jsonb_agg(entry) FROM jsonb_array_elements(errors) entry WHERE entry->>'type' <> 'auth'), '[]'::jsonb)`;

const RELEASED = `refresh_lease = NULL, refresh_lease_until = NULL, refresh_sent_at = NULL, refresh_round = refresh_round + 1`;

/** The lease that lets one process of all refresh a connection. No transaction is open while it is held. */
export class RefreshLeaseRepository {
  constructor(private readonly database: Queryable) {}

  /** Takes the lease if nobody holds it and no refresh has ended since `round` was read. */
  async take({ connectionId, owner }: RefreshLease, round: number, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE connections SET refresh_lease = $2, refresh_lease_until = clock_timestamp() + $4 * interval '1 ms'
        WHERE id = $1 AND refresh_round = $3 AND deleted_at IS NULL
          AND (refresh_lease IS NULL OR refresh_lease_until < clock_timestamp())`,
      [connectionId, owner, round, leaseMs],
    );
    return rowCount === 1;
  }

  /** Notes that the request is about to be sent, and starts the lease's time anew. False when the lease was lost. */
  async markSent({ connectionId, owner }: RefreshLease, version: number, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE connections
          SET refresh_sent_at = clock_timestamp(), refresh_lease_until = clock_timestamp() + $4 * interval '1 ms'
        WHERE id = $1 AND refresh_lease = $2 AND credentials_version = $3 AND deleted_at IS NULL`,
      [connectionId, owner, version, leaseMs],
    );
    return rowCount === 1;
  }

  /** Stores the new credentials, clears every trace of failure and ends the lease. False when the lease was lost. */
  async save(
    { connectionId, owner }: RefreshLease,
    refreshed: RefreshedCredentials,
    tx = this.database,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE connections
          SET credentials_sealed = $4, credentials_version = credentials_version + 1, expires_at = $5,
              issued_at = clock_timestamp(), refresh_token_rotates = COALESCE($6, refresh_token_rotates),
              connection_config = connection_config || $7::jsonb, refresh_failed_at = NULL, refresh_failed_days = 0,
              refresh_failure_reason = NULL, errors = ${WITHOUT_AUTH_ERRORS}, updated_at = now(), ${RELEASED}
        WHERE id = $1 AND refresh_lease = $2 AND credentials_version = $3 AND deleted_at IS NULL`,
      [
        connectionId,
        owner,
        refreshed.version,
        refreshed.credentialsSealed,
        refreshed.expiresAt,
        refreshed.refreshTokenRotates,
        JSON.stringify(refreshed.connectionConfig),
      ],
    );
    return rowCount === 1;
  }

  /** Records why the refresh failed and ends the lease. The day counter rises once a day. False when the lease was lost. */
  async fail(
    { connectionId, owner }: RefreshLease,
    failure: RefreshFailureRecord,
    tx = this.database,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE connections
          SET refresh_failed_days = refresh_failed_days + CASE
                WHEN $4 AND (refresh_failed_days = 0 OR refresh_failed_at IS NULL
                  OR (refresh_failed_at AT TIME ZONE 'UTC')::date <> (now() AT TIME ZONE 'UTC')::date) THEN 1 ELSE 0 END,
              refresh_failed_at = clock_timestamp(), refresh_failure_reason = $3,
              errors = CASE WHEN $5::text IS NULL THEN errors ELSE ${WITHOUT_AUTH_ERRORS}
                || jsonb_build_array(jsonb_build_object('type', 'auth', 'log_id', $5::text)) END, ${RELEASED}
        WHERE id = $1 AND refresh_lease = $2 AND deleted_at IS NULL`,
      [connectionId, owner, failure.reason, failure.countsDay, failure.logId ?? null],
    );
    return rowCount === 1;
  }

  /** How far the refreshes of many connections are; deleted ones are left out. */
  async states(ids: readonly number[]): Promise<RefreshState[]> {
    const { rows } = await this.database.query<RefreshState>(
      `SELECT id, refresh_round AS round,
              (refresh_lease IS NULL OR refresh_lease_until < clock_timestamp()) AS "isFree"
         FROM connections WHERE id = ANY($1) AND deleted_at IS NULL`,
      [ids],
    );
    return rows;
  }
}
