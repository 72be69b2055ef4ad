import type { Queryable } from '../database.js';
import type { IntegrationRow } from './connection-access.repository.js';

/** An integration with what its webhook address is made of. */
export interface InboundTargetRow extends IntegrationRow {
  readonly environmentUuid: string;
}

const COLUMNS = `
  i.id, i.environment_id AS "environmentId", i.unique_key AS "uniqueKey", i.provider, i.display_name AS "displayName",
  i.forward_webhooks AS "forwardWebhooks", i.credentials_sealed AS "credentialsSealed", i.config_sealed AS "configSealed",
  i.custom, i.created_at AS "createdAt", i.updated_at AS "updatedAt", e.uuid AS "environmentUuid"`;

/** Integrations that webhooks are sent to. */
export class InboundTargetRepository {
  constructor(private readonly database: Queryable) {}

  async find(environmentUuid: string, uniqueKey: string): Promise<InboundTargetRow | undefined> {
    const { rows } = await this.database.query<InboundTargetRow>(
      `SELECT ${COLUMNS} FROM environments e JOIN integrations i ON i.environment_id = e.id AND i.deleted_at IS NULL
        WHERE e.uuid = $1 AND e.deleted_at IS NULL AND i.unique_key = $2`,
      [environmentUuid, uniqueKey],
    );
    return rows[0];
  }

  async environmentExists(uuid: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'SELECT 1 FROM environments WHERE uuid = $1 AND deleted_at IS NULL',
      [uuid],
    );
    return rowCount === 1;
  }

  async findById(id: number): Promise<InboundTargetRow | undefined> {
    const { rows } = await this.database.query<InboundTargetRow>(
      `SELECT ${COLUMNS} FROM integrations i JOIN environments e ON e.id = i.environment_id AND e.deleted_at IS NULL
        WHERE i.id = $1 AND i.deleted_at IS NULL`,
      [id],
    );
    return rows[0];
  }

  /** Those of the whole installation with this unique key, or of this provider: two at most, which is one too many. */
  async findAnywhere(column: 'unique_key' | 'provider', value: string): Promise<InboundTargetRow[]> {
    const { rows } = await this.database.query<InboundTargetRow>(
      `SELECT ${COLUMNS} FROM integrations i JOIN environments e ON e.id = i.environment_id AND e.deleted_at IS NULL
        WHERE i.${column} = $1 AND i.deleted_at IS NULL LIMIT 2`,
      [value],
    );
    return rows;
  }
}
