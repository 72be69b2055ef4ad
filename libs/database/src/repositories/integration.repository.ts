import type { Queryable } from '../database.js';
import type { IntegrationRow } from './connection-access.repository.js';

/** What a new integration is made of. */
export type NewIntegration = Pick<
  IntegrationRow,
  | 'environmentId'
  | 'uniqueKey'
  | 'provider'
  | 'displayName'
  | 'forwardWebhooks'
  | 'credentialsSealed'
  | 'configSealed'
  | 'custom'
>;

/** What can change. */
export type IntegrationChange = Omit<NewIntegration, 'environmentId' | 'provider'>;

const COLUMNS = `
  id, environment_id AS "environmentId", unique_key AS "uniqueKey", provider, display_name AS "displayName",
  forward_webhooks AS "forwardWebhooks", credentials_sealed AS "credentialsSealed", config_sealed AS "configSealed", custom,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Integrations that are not deleted. */
export class IntegrationRepository {
  constructor(private readonly database: Queryable) {}

  /** By unique key. */
  async list(environmentId: number): Promise<IntegrationRow[]> {
    const { rows } = await this.database.query<IntegrationRow>(
      `SELECT ${COLUMNS} FROM integrations WHERE environment_id = $1 AND deleted_at IS NULL ORDER BY unique_key`,
      [environmentId],
    );
    return rows;
  }

  async find(
    environmentId: number,
    uniqueKey: string,
    tx: Queryable = this.database,
  ): Promise<IntegrationRow | undefined> {
    const { rows } = await tx.query<IntegrationRow>(
      `SELECT ${COLUMNS} FROM integrations WHERE environment_id = $1 AND unique_key = $2 AND deleted_at IS NULL`,
      [environmentId, uniqueKey],
    );
    return rows[0];
  }

  async findById(environmentId: number, id: number): Promise<IntegrationRow | undefined> {
    const { rows } = await this.database.query<IntegrationRow>(
      `SELECT ${COLUMNS} FROM integrations WHERE environment_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [environmentId, id],
    );
    return rows[0];
  }

  /** Those of these unique keys that exist, with their providers. */
  async findProviders(environmentId: number, uniqueKeys: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.database.query<Pick<IntegrationRow, 'uniqueKey' | 'provider'>>(
      `SELECT unique_key AS "uniqueKey", provider FROM integrations
        WHERE environment_id = $1 AND unique_key = ANY($2) AND deleted_at IS NULL`,
      [environmentId, uniqueKeys],
    );
    return new Map(rows.map(({ uniqueKey, provider }) => [uniqueKey, provider]));
  }

  /** As {@link find}, and nobody else changes it before the transaction ends. */
  async findForUpdate(environmentId: number, uniqueKey: string, tx: Queryable): Promise<IntegrationRow | undefined> {
    const { rows } = await tx.query<IntegrationRow>(
      `SELECT ${COLUMNS} FROM integrations
        WHERE environment_id = $1 AND unique_key = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
      [environmentId, uniqueKey],
    );
    return rows[0];
  }

  /**
   * Holds the integrations whose functions change, before anything else is locked: whoever gives or takes syncs of their
   * connections waits, and then goes by the changed functions. Answers how many of them are not deleted.
   */
  async lock(ids: readonly number[], tx: Queryable): Promise<number> {
    const { rowCount } = await tx.query(
      'SELECT 1 FROM integrations WHERE id = ANY($1) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE',
      [ids],
    );
    return rowCount;
  }

  /**
   * Keeps an integration and its functions as they are before the transaction ends. Whoever creates or deletes one of its
   * connections does this first. False when it is deleted already.
   */
  async holdForShare(id: number, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query('SELECT 1 FROM integrations WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [
      id,
    ]);
    return rowCount === 1;
  }

  /** Undefined when the unique key is taken. */
  async insert(integration: NewIntegration): Promise<IntegrationRow | undefined> {
    const { rows } = await this.database.query<IntegrationRow>(
      `INSERT INTO integrations
              (environment_id, unique_key, provider, display_name, forward_webhooks, credentials_sealed, config_sealed, custom)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
       ON CONFLICT (environment_id, unique_key) WHERE deleted_at IS NULL DO NOTHING
       RETURNING ${COLUMNS}`,
      [
        integration.environmentId,
        integration.uniqueKey,
        integration.provider,
        integration.displayName,
        integration.forwardWebhooks,
        integration.credentialsSealed,
        integration.configSealed,
        JSON.stringify(integration.custom),
      ],
    );
    return rows[0];
  }

  async update(id: number, change: IntegrationChange, tx: Queryable): Promise<IntegrationRow | undefined> {
    const { rows } = await tx.query<IntegrationRow>(
      `UPDATE integrations
          SET unique_key = $2, display_name = $3, forward_webhooks = $4, credentials_sealed = $5, config_sealed = $6,
              custom = $7::jsonb, updated_at = now()
        WHERE id = $1 AND deleted_at IS NULL
       RETURNING ${COLUMNS}`,
      [
        id,
        change.uniqueKey,
        change.displayName,
        change.forwardWebhooks,
        change.credentialsSealed,
        change.configSealed,
        JSON.stringify(change.custom),
      ],
    );
    return rows[0];
  }

  /** As {@link holdForShare}, the integration of a connection. */
  async holdOfConnection(connectionId: number, tx: Queryable): Promise<void> {
    await tx.query(
      `SELECT 1 FROM integrations WHERE id = (SELECT integration_id FROM connections WHERE id = $1) FOR SHARE`,
      [connectionId],
    );
  }

  /** Marks it as deleted and forgets its secrets. */
  async softDelete(id: number, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE integrations SET deleted_at = now(), credentials_sealed = NULL, config_sealed = NULL WHERE id = $1`,
      [id],
    );
  }

  /** Marks the functions of an integration as deleted. */
  async softDeleteFunctions(id: number, tx: Queryable): Promise<void> {
    await tx.query(`UPDATE functions SET deleted_at = now() WHERE integration_id = $1 AND deleted_at IS NULL`, [id]);
  }
}
