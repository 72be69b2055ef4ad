import type { ProviderDefinition } from '@svc/contracts';
import type { Queryable } from '../database.js';

/** A provider that an environment defined for itself. */
export interface CustomProviderRow {
  readonly environmentId: number;
  readonly name: string;
  readonly definition: ProviderDefinition;
}

const COLUMNS = 'environment_id AS "environmentId", name, definition';

/** Providers that environments defined for themselves. */
export class CustomProviderRepository {
  constructor(private readonly database: Queryable) {}

  /** Another text after every change of any of them. */
  async version(): Promise<string> {
    const { rows } = await this.database.query<{ version: string }>(
      `SELECT coalesce(md5(string_agg(id || ' ' || updated_at, ',' ORDER BY id)), '') AS version FROM custom_providers`,
    );
    return rows[0]?.version ?? '';
  }

  /** Those of all environments. */
  async all(): Promise<CustomProviderRow[]> {
    const { rows } = await this.database.query<CustomProviderRow>(
      `SELECT ${COLUMNS} FROM custom_providers ORDER BY id`,
    );
    return rows;
  }

  async count(environmentId: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM custom_providers WHERE environment_id = $1',
      [environmentId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Nobody else changes it before the transaction ends. */
  async findForUpdate(environmentId: number, name: string, tx: Queryable): Promise<CustomProviderRow | undefined> {
    const { rows } = await tx.query<CustomProviderRow>(
      `SELECT ${COLUMNS} FROM custom_providers WHERE environment_id = $1 AND name = $2 FOR UPDATE`,
      [environmentId, name],
    );
    return rows[0];
  }

  /** Keeps one from being deleted or changed before the transaction ends. False when there is none. */
  async holdForShare(environmentId: number, name: string, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(
      'SELECT 1 FROM custom_providers WHERE environment_id = $1 AND name = $2 FOR SHARE',
      [environmentId, name],
    );
    return rowCount === 1;
  }

  /** Unique keys of the integrations that were made from it, some of them when there are many. */
  async integrationsOf(environmentId: number, name: string, tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ uniqueKey: string }>(
      `SELECT unique_key AS "uniqueKey" FROM integrations
        WHERE environment_id = $1 AND provider = $2 AND deleted_at IS NULL ORDER BY unique_key LIMIT 5`,
      [environmentId, name],
    );
    return rows.map(({ uniqueKey }) => uniqueKey);
  }

  /** False when the name is taken. */
  async insert({ environmentId, name, definition }: CustomProviderRow): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `INSERT INTO custom_providers (environment_id, name, definition) VALUES ($1, $2, $3::jsonb)
       ON CONFLICT (environment_id, name) DO NOTHING`,
      [environmentId, name, JSON.stringify(definition)],
    );
    return rowCount === 1;
  }

  async update({ environmentId, name, definition }: CustomProviderRow, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE custom_providers SET definition = $3::jsonb, updated_at = clock_timestamp()
        WHERE environment_id = $1 AND name = $2`,
      [environmentId, name, JSON.stringify(definition)],
    );
  }

  async delete(environmentId: number, name: string, tx: Queryable): Promise<void> {
    await tx.query('DELETE FROM custom_providers WHERE environment_id = $1 AND name = $2', [environmentId, name]);
  }
}
