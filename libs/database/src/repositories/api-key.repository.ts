import type { Queryable } from '../database.js';

export interface ApiKeyRow {
  readonly id: number;
  readonly environmentId: number;
  readonly displayName: string;
  readonly scopes: string[];
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

const COLUMNS = `k.id, k.environment_id AS "environmentId", k.display_name AS "displayName", k.scopes,
  k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt"`;

/** Keys of environments, for those who manage them. */
export class ApiKeyRepository {
  constructor(private readonly database: Queryable) {}

  async insert(
    environmentId: number,
    displayName: string,
    hash: Buffer,
    scopes: readonly string[],
  ): Promise<ApiKeyRow> {
    const { rows } = await this.database.query<ApiKeyRow>(
      `INSERT INTO api_keys AS k (environment_id, display_name, hash, scopes) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
      [environmentId, displayName, hash, scopes],
    );
    const [row] = rows;
    if (!row) throw new Error('The key was not inserted.');
    return row;
  }

  async count(environmentId: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM api_keys WHERE environment_id = $1',
      [environmentId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Those after an id, oldest first. */
  async list(environmentId: number, afterId: number, limit: number): Promise<ApiKeyRow[]> {
    const { rows } = await this.database.query<ApiKeyRow>(
      `SELECT ${COLUMNS} FROM api_keys k WHERE k.environment_id = $1 AND k.id > $2 ORDER BY k.id LIMIT $3`,
      [environmentId, afterId, limit],
    );
    return rows;
  }

  /** Changes a key of any environment of the account; what is undefined stays. */
  async update(
    accountId: number,
    id: number,
    changes: { readonly displayName?: string | undefined; readonly scopes?: readonly string[] | undefined },
  ): Promise<ApiKeyRow | undefined> {
    const { rows } = await this.database.query<ApiKeyRow>(
      `UPDATE api_keys k SET display_name = coalesce($3, k.display_name), scopes = coalesce($4::text[], k.scopes)
         FROM environments e
        WHERE k.id = $2 AND e.id = k.environment_id AND e.account_id = $1 AND e.deleted_at IS NULL
       RETURNING ${COLUMNS}`,
      [accountId, id, changes.displayName ?? null, changes.scopes ?? null],
    );
    return rows[0];
  }

  async delete(environmentId: number, id: number): Promise<boolean> {
    const { rowCount } = await this.database.query('DELETE FROM api_keys WHERE environment_id = $1 AND id = $2', [
      environmentId,
      id,
    ]);
    return rowCount > 0;
  }

  /** Whether the environment has a key with this hash. */
  async hasHash(environmentId: number, hash: Buffer): Promise<boolean> {
    const { rowCount } = await this.database.query('SELECT 1 FROM api_keys WHERE environment_id = $1 AND hash = $2', [
      environmentId,
      hash,
    ]);
    return rowCount > 0;
  }
}
