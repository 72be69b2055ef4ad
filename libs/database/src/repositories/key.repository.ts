import type { Queryable } from '../database.js';

/** A key as authentication needs it. */
export interface AuthenticatedApiKey {
  keyId: number;
  accountId: number;
  environmentId: number;
  environmentName: string;
  environmentUuid: string;
  scopes: string[];
}

export interface AuthenticatedAccountKey {
  keyId: number;
  accountId: number;
  scopes: string[];
}

/** Looks keys up by hash and records their use. */
export class KeyRepository {
  constructor(private readonly database: Queryable) {}

  async findApiKeyByHash(hash: Buffer): Promise<AuthenticatedApiKey | undefined> {
    const { rows } = await this.database.query<AuthenticatedApiKey>(
      `SELECT k.id AS "keyId", e.account_id AS "accountId", e.id AS "environmentId", e.name AS "environmentName",
              e.uuid AS "environmentUuid", k.scopes
         FROM api_keys k JOIN environments e ON e.id = k.environment_id AND e.deleted_at IS NULL
        WHERE k.hash = $1`,
      [hash],
    );
    return rows[0];
  }

  async findAccountKeyByHash(hash: Buffer): Promise<AuthenticatedAccountKey | undefined> {
    const { rows } = await this.database.query<AuthenticatedAccountKey>(
      `SELECT id AS "keyId", account_id AS "accountId", scopes FROM account_keys WHERE hash = $1`,
      [hash],
    );
    return rows[0];
  }

  /** Marks keys as used now, at most once a minute. `table` is ours, never a caller's. */
  async touch(table: 'api_keys' | 'account_keys', ids: readonly number[]): Promise<void> {
    await this.database.query(
      `UPDATE ${table} SET last_used_at = now()
        WHERE id = ANY($1) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [ids],
    );
  }
}
