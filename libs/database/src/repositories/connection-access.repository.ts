import type { Queryable } from '../database.js';
import type { ConnectionEntity } from '../entities/connection.entity.js';
import type { IntegrationEntity } from '../entities/integration.entity.js';

/** How a caller names a connection: by its own id inside an integration, or by the gateway's number. */
export type ConnectionAddress =
  | { readonly environmentId: number; readonly providerConfigKey: string; readonly connectionId: string }
  | { readonly environmentId: number; readonly id: number };

/** An integration as its connections use it. */
export type IntegrationRow = Readonly<Omit<IntegrationEntity, 'deletedAt'>>;

/** A connection as its callers use it. */
export type ConnectionRow = Readonly<
  Omit<
    ConnectionEntity,
    | 'environmentId'
    | 'integrationId'
    | 'viaSession'
    | 'refreshLease'
    | 'refreshLeaseUntil'
    | 'nextCheckAt'
    | 'validatingSince'
    | 'deletedAt'
  >
>;

export interface ConnectionAccessRow {
  readonly integration: IntegrationRow;
  /** Missing when the integration exists and the connection does not. */
  readonly connection: ConnectionRow | undefined;
  /** As {@link ConnectionVersion} has it. */
  readonly version: string | null;
  /** Bytes that the free-form parts take in the database. */
  readonly size: number;
}

/** A connection with its integration. */
export interface FoundConnectionRow {
  readonly integration: IntegrationRow;
  readonly connection: ConnectionRow;
}

/** Which state of its two rows a connection is in. */
export interface ConnectionVersion {
  /** Null when the integration exists and the connection does not. */
  readonly id: number | null;
  /** Changes with each change of the connection or of its integration, whatever process makes it. */
  readonly version: string | null;
}

/** An integration and a connection, in brief. */
export interface ConnectionBrief {
  readonly integration: Pick<IntegrationRow, 'id' | 'uniqueKey' | 'provider'>;
  readonly connection: Pick<ConnectionRow, 'id' | 'connectionId' | 'tags'> | undefined;
}

/** What an integration and a connection keep secret. */
export interface SealedConnection {
  readonly integration: Pick<IntegrationRow, 'id' | 'credentialsSealed' | 'configSealed'>;
  readonly connection: Pick<ConnectionRow, 'id' | 'credentialsVersion' | 'credentialsSealed'> | undefined;
}

type Prefixed<Row, Prefix extends string> = { [Key in keyof Row as `${Prefix}${Key & string}`]: Row[Key] };
/** Columns of {@link FOUND_COLUMNS}. */
export type JoinedRow = Prefixed<IntegrationRow, 'i_'> &
  Prefixed<ConnectionRow, 'c_'> & { version: string | null; size: number | null };
type BriefRow = Pick<JoinedRow, 'i_id' | 'i_uniqueKey' | 'i_provider' | 'c_connectionId' | 'c_tags'> & {
  c_id: number | null;
};

type SealedRow = Pick<
  JoinedRow,
  'i_id' | 'i_credentialsSealed' | 'i_configSealed' | 'c_credentialsVersion' | 'c_credentialsSealed'
> & { c_id: number | null };

const SEALED_COLUMNS = `
  i.id AS "i_id", i.credentials_sealed AS "i_credentialsSealed", i.config_sealed AS "i_configSealed",
  c.id AS "c_id", c.credentials_version AS "c_credentialsVersion", c.credentials_sealed AS "c_credentialsSealed"`;

/** PostgreSQL marks each row version with the transaction that wrote it. */
const VERSION = `i.xmin::text || '.' || c.xmin::text AS version`;

const BRIEF_COLUMNS = `
  i.id AS "i_id", i.unique_key AS "i_uniqueKey", i.provider AS "i_provider",
  c.id AS "c_id", c.connection_id AS "c_connectionId", c.tags AS "c_tags"`;

/** Everything about an integration `i` and a connection `c`. */
export const FOUND_COLUMNS = `${BRIEF_COLUMNS},
  i.environment_id AS "i_environmentId", i.display_name AS "i_displayName", i.forward_webhooks AS "i_forwardWebhooks",
  i.credentials_sealed AS "i_credentialsSealed", i.config_sealed AS "i_configSealed", i.custom AS "i_custom",
  i.created_at AS "i_createdAt", i.updated_at AS "i_updatedAt",
  c.credentials_sealed AS "c_credentialsSealed", c.credentials_version AS "c_credentialsVersion",
  c.expires_at AS "c_expiresAt", c.issued_at AS "c_issuedAt", c.metadata AS "c_metadata",
  c.connection_config AS "c_connectionConfig", c.end_user AS "c_endUser", c.webhook_url AS "c_webhookUrl",
  c.errors AS "c_errors", c.refresh_sent_at AS "c_refreshSentAt", c.refresh_round AS "c_refreshRound",
  c.refresh_token_rotates AS "c_refreshTokenRotates", c.refresh_failed_at AS "c_refreshFailedAt",
  c.refresh_failed_days AS "c_refreshFailedDays", c.refresh_failure_reason AS "c_refreshFailureReason",
  c.refresh_retry_at AS "c_refreshRetryAt", c.refresh_trouble_id AS "c_refreshTroubleId",
  c.last_fetched_at AS "c_lastFetchedAt", c.created_at AS "c_createdAt", c.updated_at AS "c_updatedAt",
  ${VERSION}, COALESCE(pg_column_size(c.metadata), 0) + pg_column_size(c.connection_config) + pg_column_size(c.tags) AS size`;

const BY_KEY = `
  FROM integrations i
  LEFT JOIN connections c ON c.integration_id = i.id AND c.connection_id = $3 AND c.deleted_at IS NULL
 WHERE i.environment_id = $1 AND i.unique_key = $2 AND i.deleted_at IS NULL`;

const BY_ID = `
  FROM connections c
  JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
 WHERE c.environment_id = $1 AND c.id = $2 AND c.deleted_at IS NULL`;

const BY_IDS = `
  FROM connections c
  JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
 WHERE c.id = ANY($1) AND c.deleted_at IS NULL`;

/** The hot path: everything about a connection and its integration in one query. */
export class ConnectionAccessRepository {
  constructor(private readonly database: Queryable) {}

  /** Undefined when the integration is unknown. */
  async find(address: ConnectionAddress): Promise<ConnectionAccessRow | undefined> {
    const row = await this.first<JoinedRow>(FOUND_COLUMNS, address);
    if (!row) return undefined;
    const connection = row.c_id === null ? undefined : connectionOf(row);
    return { integration: integrationOf(row), connection, version: row.version, size: row.size ?? 0 };
  }

  /** Many of them by the gateway's numbers, in no order; those that are gone are left out. */
  async findMany(ids: readonly number[]): Promise<FoundConnectionRow[]> {
    const { rows } = await this.database.query<JoinedRow>(`SELECT ${FOUND_COLUMNS} ${BY_IDS}`, [ids]);
    return rows.map(foundConnectionOf);
  }

  /** Which version of the rows {@link find} would read, at a third of its cost. Undefined when the integration is unknown. */
  async findVersion(address: ConnectionAddress): Promise<ConnectionVersion | undefined> {
    return this.first<ConnectionVersion>(`c.id, ${VERSION}`, address);
  }

  /** What of them is sealed, and nothing else. Undefined when the integration is unknown. */
  async findSealed(address: ConnectionAddress): Promise<SealedConnection | undefined> {
    const row = await this.first<SealedRow>(SEALED_COLUMNS, address);
    if (!row) return undefined;
    const { c_id: id, c_credentialsVersion: credentialsVersion, c_credentialsSealed: credentialsSealed } = row;
    return {
      integration: { id: row.i_id, credentialsSealed: row.i_credentialsSealed, configSealed: row.i_configSealed },
      connection: id === null ? undefined : { id, credentialsVersion, credentialsSealed },
    };
  }

  /** As {@link find}, without what only credentials need. */
  async findBrief(address: ConnectionAddress): Promise<ConnectionBrief | undefined> {
    const row = await this.first<BriefRow>(BRIEF_COLUMNS, address);
    if (!row) return undefined;
    return {
      integration: { id: row.i_id, uniqueKey: row.i_uniqueKey, provider: row.i_provider },
      connection: row.c_id === null ? undefined : { id: row.c_id, connectionId: row.c_connectionId, tags: row.c_tags },
    };
  }

  /** Notes that a connection was used, at most once a minute. */
  async touch(id: number): Promise<void> {
    await this.database.query(
      `UPDATE connections SET last_fetched_at = now()
        WHERE id = $1 AND (last_fetched_at IS NULL OR last_fetched_at < now() - interval '1 minute')`,
      [id],
    );
  }

  private async first<Row extends object>(columns: string, address: ConnectionAddress): Promise<Row | undefined> {
    const { rows } = await ('id' in address
      ? this.database.lookUp<Row>(`SELECT ${columns} ${BY_ID}`, [address.environmentId, address.id])
      : this.database.lookUp<Row>(`SELECT ${columns} ${BY_KEY}`, [
          address.environmentId,
          address.providerConfigKey,
          address.connectionId,
        ]));
    return rows[0];
  }
}

export const foundConnectionOf = (row: JoinedRow): FoundConnectionRow => ({
  integration: integrationOf(row),
  connection: connectionOf(row),
});

const integrationOf = (row: JoinedRow): IntegrationRow => ({
  id: row.i_id,
  environmentId: row.i_environmentId,
  uniqueKey: row.i_uniqueKey,
  provider: row.i_provider,
  displayName: row.i_displayName,
  forwardWebhooks: row.i_forwardWebhooks,
  credentialsSealed: row.i_credentialsSealed,
  configSealed: row.i_configSealed,
  custom: row.i_custom,
  createdAt: row.i_createdAt,
  updatedAt: row.i_updatedAt,
});

const connectionOf = (row: JoinedRow): ConnectionRow => ({
  id: row.c_id,
  connectionId: row.c_connectionId,
  tags: row.c_tags,
  credentialsSealed: row.c_credentialsSealed,
  credentialsVersion: row.c_credentialsVersion,
  expiresAt: row.c_expiresAt,
  issuedAt: row.c_issuedAt,
  metadata: row.c_metadata,
  connectionConfig: row.c_connectionConfig,
  endUser: row.c_endUser,
  webhookUrl: row.c_webhookUrl,
  errors: row.c_errors,
  refreshSentAt: row.c_refreshSentAt,
  refreshRound: row.c_refreshRound,
  refreshTokenRotates: row.c_refreshTokenRotates,
  refreshFailedAt: row.c_refreshFailedAt,
  refreshFailedDays: row.c_refreshFailedDays,
  refreshFailureReason: row.c_refreshFailureReason,
  refreshRetryAt: row.c_refreshRetryAt,
  refreshTroubleId: row.c_refreshTroubleId,
  lastFetchedAt: row.c_lastFetchedAt,
  createdAt: row.c_createdAt,
  updatedAt: row.c_updatedAt,
});
