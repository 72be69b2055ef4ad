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
  /** When the sweep looks at it next. */
  readonly nextCheckAt: Date;
}

export interface RefreshFailureRecord {
  readonly reason: string;
  /** An outage says nothing about the connection; it leaves the days and the reason `refresh_interrupted` as they are. */
  readonly isOutage: boolean;
  /** Marks the connection at once; otherwise only the last one of `maxDays` days does. */
  readonly marks: boolean;
  readonly maxDays: number;
  /** What the connection's `auth` entry in `errors` names, if there has to be one. */
  readonly logId: string;
  /** What the provider asked to wait. */
  readonly retryAfterMs: number | undefined;
  /** Names the period of trouble that begins, if this failure begins one; undefined for failures that are not repeated. */
  readonly troubleId: string | undefined;
}

/** What a failure changed. */
export interface RefreshFailureOutcome {
  /** The connection got its `auth` error with this failure. */
  readonly isNewlyMarked: boolean;
  /** A period of trouble began with this failure. */
  readonly beginsTrouble: boolean;
  readonly environmentName: string;
}

const WITHOUT_AUTH_ERRORS = `COALESCE(
  (SELECT jsonb_agg(entry) FROM jsonb_array_elements(c.errors) entry WHERE entry->>'type' <> 'auth'), '[]'::jsonb)`;

const IS_MARKED = `errors @> '[{"type": "auth"}]'`;

const RELEASED = `refresh_lease = NULL, refresh_lease_until = NULL, refresh_sent_at = NULL, refresh_round = refresh_round + 1`;

/**
 * `before` is the row as it was, `after` what follows from it. Trouble is for connections that are not marked: marked ones
 * are tried by whoever needs them, and nothing looks at them by itself.
 */
const FAIL = `
UPDATE connections c
   SET refresh_failed_days = after.days, refresh_failed_at = clock_timestamp(),
       refresh_failure_reason = CASE WHEN $4 AND c.refresh_failure_reason = 'refresh_interrupted'
                                     THEN c.refresh_failure_reason ELSE $3 END,
       refresh_retry_at = clock_timestamp() + $8::float8 * interval '1 ms',
       errors = CASE WHEN after.marks
                     THEN ${WITHOUT_AUTH_ERRORS} || jsonb_build_array(jsonb_build_object('type', 'auth', 'log_id', $7::text))
                     ELSE c.errors END,
       refresh_trouble_id = CASE WHEN after.is_troubled THEN COALESCE(c.refresh_trouble_id, $9::uuid) END,
       next_check_at = CASE WHEN after.marks OR before.was_marked THEN NULL ELSE now() + interval '1 day' END, ${RELEASED}
  FROM (SELECT id, ${IS_MARKED} AS was_marked, refresh_trouble_id,
               refresh_failed_days + CASE
                 WHEN NOT $4 AND (refresh_failed_days = 0 OR refresh_failed_at IS NULL
                   OR (refresh_failed_at AT TIME ZONE 'UTC')::date <> (now() AT TIME ZONE 'UTC')::date) THEN 1 ELSE 0 END AS days
          FROM connections
         WHERE id = $1 AND refresh_lease = $2 AND deleted_at IS NULL FOR UPDATE) before
 CROSS JOIN LATERAL (SELECT before.days, $5 OR (NOT $4 AND before.days >= $6) AS marks) judged
 CROSS JOIN LATERAL (SELECT judged.days, judged.marks,
                            $9::uuid IS NOT NULL AND NOT (judged.marks OR before.was_marked) AS is_troubled) after
 WHERE c.id = before.id
RETURNING after.marks AND NOT before.was_marked AS "isNewlyMarked",
          after.is_troubled AND before.refresh_trouble_id IS NULL AS "beginsTrouble",
          (SELECT name FROM environments WHERE id = c.environment_id) AS "environmentName"`;

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

  /**
   * Stores the new credentials, clears every trace of failure and ends the lease. Undefined when the lease was lost;
   * otherwise whether the connection had been marked.
   */
  async save(
    { connectionId, owner }: RefreshLease,
    refreshed: RefreshedCredentials,
    tx = this.database,
  ): Promise<{ readonly wasMarked: boolean } | undefined> {
    const { rows } = await tx.query<{ wasMarked: boolean }>(
      `UPDATE connections c
          SET credentials_sealed = $4, credentials_version = c.credentials_version + 1, expires_at = $5,
              issued_at = clock_timestamp(), refresh_token_rotates = COALESCE($6, c.refresh_token_rotates),
              connection_config = c.connection_config || $7::jsonb, refresh_failed_at = NULL, refresh_failed_days = 0,
              refresh_failure_reason = NULL, refresh_retry_at = NULL, refresh_trouble_id = NULL, next_check_at = $8,
              errors = ${WITHOUT_AUTH_ERRORS}, updated_at = now(), ${RELEASED}
         FROM (SELECT id, ${IS_MARKED} AS was_marked FROM connections
                WHERE id = $1 AND refresh_lease = $2 AND credentials_version = $3 AND deleted_at IS NULL FOR UPDATE) before
        WHERE c.id = before.id RETURNING before.was_marked AS "wasMarked"`,
      [
        connectionId,
        owner,
        refreshed.version,
        refreshed.credentialsSealed,
        refreshed.expiresAt,
        refreshed.refreshTokenRotates,
        JSON.stringify(refreshed.connectionConfig),
        refreshed.nextCheckAt,
      ],
    );
    return rows[0];
  }

  /** Records why the refresh failed and ends the lease. The day counter rises once a day. Undefined when the lease was lost. */
  async fail(
    { connectionId, owner }: RefreshLease,
    failure: RefreshFailureRecord,
    tx = this.database,
  ): Promise<RefreshFailureOutcome | undefined> {
    const { rows } = await tx.query<RefreshFailureOutcome>(FAIL, [
      connectionId,
      owner,
      failure.reason,
      failure.isOutage,
      failure.marks,
      failure.maxDays,
      failure.logId,
      failure.retryAfterMs ?? null,
      failure.troubleId ?? null,
    ]);
    return rows[0];
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
