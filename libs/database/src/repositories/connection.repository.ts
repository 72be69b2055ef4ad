import type { Queryable } from '../database.js';
import type { ConnectionEntity } from '../entities/connection.entity.js';

/** A connection to insert, or to put in the place of the one with the same id. Undefined keeps what an existing one has. */
export interface ImportedConnection {
  readonly environmentId: number;
  readonly integrationId: number;
  readonly connectionId: string;
  readonly credentialsSealed: string;
  readonly expiresAt: Date | null;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly connectionConfig?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly endUser?: ConnectionEntity['endUser'] | undefined;
  /** Null clears it. */
  readonly webhookUrl?: string | null | undefined;
  /** The gateway obtained the credentials itself, through a connect session. */
  readonly viaSession: boolean;
  /** Functions are to validate it before anything begins for it. */
  readonly isPending: boolean;
}

export interface UpsertedConnection extends Pick<ConnectionEntity, 'id' | 'tags' | 'endUser' | 'credentialsVersion'> {
  /** False when it took the place of one that existed. One whose validation never ended did not. */
  readonly isNew: boolean;
}

/** What a patch changes; undefined leaves it. */
export interface ConnectionChange {
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Merged over the tags that there are. */
  readonly addedTags?: Readonly<Record<string, string>> | undefined;
  readonly endUser?: ConnectionEntity['endUser'] | undefined;
  readonly webhookUrl?: string | null | undefined;
}

/** Connections of one integration. */
export interface ConnectionSet {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionIds: readonly string[];
}

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value));

/** Ends whatever refresh runs: its lease is gone, and those who wait for it notice. */
const REFRESH_ENDED = `refresh_lease = NULL, refresh_lease_until = NULL, refresh_sent_at = NULL, refresh_failed_at = NULL,
  refresh_failed_days = 0, refresh_failure_reason = NULL, refresh_token_rotates = NULL, refresh_retry_at = NULL,
  refresh_trouble_id = NULL, next_check_at = now()`;

/** New credentials say nothing about errors of other kinds. */
const WITHOUT_AUTH_ERRORS = `COALESCE(
  (SELECT jsonb_agg(entry) FROM jsonb_array_elements(c.errors) entry WHERE entry->>'type' <> 'auth'), '[]'::jsonb)`;

/** `$1` is how long a validation may take. */
const UNVALIDATED = `validating_since < now() - $1 * interval '1 millisecond' AND deleted_at IS NULL`;

/** Connections that are not deleted. */
export class ConnectionRepository {
  constructor(private readonly database: Queryable) {}

  async upsert(connection: ImportedConnection, tx: Queryable): Promise<UpsertedConnection> {
    const { rows } = await tx.query<UpsertedConnection>(
      `INSERT INTO connections AS c
              (environment_id, integration_id, connection_id, credentials_sealed, expires_at, metadata, connection_config, tags,
               end_user, webhook_url, last_fetched_at, via_session, validating_since, issued_at)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb, COALESCE($7::jsonb, '{}'), COALESCE($8::jsonb, '{}'), $9::jsonb, $10, now(), $12, CASE WHEN $13 THEN now() END,
               CASE WHEN $12 THEN clock_timestamp() END)
       ON CONFLICT (integration_id, connection_id) WHERE deleted_at IS NULL DO UPDATE
          SET credentials_sealed = EXCLUDED.credentials_sealed, credentials_version = c.credentials_version + 1,
              expires_at = EXCLUDED.expires_at, issued_at = EXCLUDED.issued_at, via_session = c.via_session OR $12, refresh_round = c.refresh_round + 1, ${REFRESH_ENDED},
              errors = ${WITHOUT_AUTH_ERRORS}, metadata = COALESCE($6::jsonb, c.metadata),
              connection_config = COALESCE($7::jsonb, c.connection_config), tags = COALESCE($8::jsonb, c.tags),
              end_user = COALESCE($9::jsonb, c.end_user), webhook_url = CASE WHEN $11 THEN $10 ELSE c.webhook_url END,
              validating_since = CASE WHEN c.validating_since IS NOT NULL THEN now() END, updated_at = now()
       RETURNING c.id, (c.xmax = 0 OR c.validating_since IS NOT NULL) AS "isNew", c.tags, c.end_user AS "endUser", c.credentials_version AS "credentialsVersion"`,
      [
        connection.environmentId,
        connection.integrationId,
        connection.connectionId,
        connection.credentialsSealed,
        connection.expiresAt,
        json(connection.metadata),
        json(connection.connectionConfig),
        json(connection.tags),
        json(connection.endUser),
        connection.webhookUrl ?? null,
        connection.webhookUrl !== undefined,
        connection.viaSession,
        connection.isPending,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('The import returned no row.');
    return row;
  }

  /** What waits for its validation may begin. */
  async endValidation(id: number, tx: Queryable): Promise<void> {
    await tx.query('UPDATE connections SET validating_since = NULL WHERE id = $1 AND validating_since IS NOT NULL', [
      id,
    ]);
  }

  /** New connections whose validation nobody ended, because its process died. */
  async findUnvalidated(olderThanMs: number, limit: number): Promise<number[]> {
    const { rows } = await this.database.query<{ id: number }>(
      `SELECT id FROM connections WHERE ${UNVALIDATED} ORDER BY validating_since LIMIT $2`,
      [olderThanMs, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether it still is one of {@link findUnvalidated}; it stays as it is until the transaction ends. */
  async holdUnvalidated(id: number, olderThanMs: number, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(
      `SELECT 1 FROM connections WHERE id = $2 AND ${UNVALIDATED} FOR NO KEY UPDATE`,
      [olderThanMs, id],
    );
    return rowCount === 1;
  }

  async change(id: number, change: ConnectionChange): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE connections
          SET tags = COALESCE($2::jsonb, tags) || COALESCE($3::jsonb, '{}'), end_user = COALESCE($4::jsonb, end_user),
              webhook_url = CASE WHEN $5 THEN $6 ELSE webhook_url END, updated_at = now()
        WHERE id = $1 AND deleted_at IS NULL`,
      [
        id,
        json(change.tags),
        json(change.addedTags),
        json(change.endUser),
        change.webhookUrl !== undefined,
        change.webhookUrl ?? null,
      ],
    );
    return rowCount === 1;
  }

  /** Marks a connection as deleted and forgets its credentials. False when it was deleted before. */
  async softDelete(id: number, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE connections
          SET deleted_at = now(), credentials_sealed = NULL, credentials_version = credentials_version + 1,
              refresh_round = refresh_round + 1, ${REFRESH_ENDED}
        WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return rowCount === 1;
  }

  /** The same for every connection of an integration. Returns their ids. */
  async softDeleteOfIntegration(integrationId: number, tx: Queryable): Promise<number[]> {
    const { rows } = await tx.query<{ id: number }>(
      `UPDATE connections
          SET deleted_at = now(), credentials_sealed = NULL, credentials_version = credentials_version + 1,
              refresh_round = refresh_round + 1, ${REFRESH_ENDED}
        WHERE integration_id = $1 AND deleted_at IS NULL RETURNING id`,
      [integrationId],
    );
    return rows.map(({ id }) => id);
  }

  /** Connections of an integration, a page by number. */
  async pageOfIntegration(
    integrationId: number,
    afterId: number,
    limit: number,
  ): Promise<{ readonly id: number; readonly connectionId: string }[]> {
    const { rows } = await this.database.query<{ id: number; connectionId: string }>(
      `SELECT id, connection_id AS "connectionId" FROM connections
        WHERE integration_id = $1 AND id > $2 AND deleted_at IS NULL ORDER BY id LIMIT $3`,
      [integrationId, afterId, limit],
    );
    return rows;
  }

  async existsOfIntegration(integrationId: number, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(
      `SELECT 1 FROM connections WHERE integration_id = $1 AND deleted_at IS NULL LIMIT 1`,
      [integrationId],
    );
    return rowCount > 0;
  }

  /** Sets the metadata of all connections of the set, or of none when one is missing. Returns how many were set. */
  async setMetadata(
    set: ConnectionSet,
    metadata: Readonly<Record<string, unknown>>,
    mode: 'replace' | 'merge',
  ): Promise<number> {
    const value = mode === 'replace' ? '$4::jsonb' : `COALESCE(metadata, '{}') || $4::jsonb`;
    const { rowCount } = await this.database.query(
      `WITH wanted AS (SELECT DISTINCT unnest($3::text[]) AS connection_id),
            found AS (
              SELECT c.id FROM connections c
                JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
                JOIN wanted USING (connection_id)
               WHERE i.environment_id = $1 AND i.unique_key = $2 AND c.deleted_at IS NULL
               ORDER BY c.id FOR NO KEY UPDATE OF c)
       UPDATE connections SET metadata = ${value}, updated_at = now()
        WHERE id IN (SELECT id FROM found) AND (SELECT count(*) FROM found) = (SELECT count(*) FROM wanted)`,
      [set.environmentId, set.providerConfigKey, set.connectionIds, JSON.stringify(metadata)],
    );
    return rowCount;
  }

  /** Which ids of the set name no connection. */
  async missingOf(set: ConnectionSet): Promise<string[]> {
    const { rows } = await this.database.query<{ connectionId: string }>(
      `SELECT wanted.id AS "connectionId" FROM unnest($3::text[]) AS wanted(id)
        WHERE NOT EXISTS (
          SELECT 1 FROM connections c JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
           WHERE i.environment_id = $1 AND i.unique_key = $2 AND c.connection_id = wanted.id AND c.deleted_at IS NULL)`,
      [set.environmentId, set.providerConfigKey, set.connectionIds],
    );
    return rows.map(({ connectionId }) => connectionId);
  }
}
