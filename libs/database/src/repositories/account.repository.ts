import type { Queryable } from '../database.js';

/** Customers of this installation, and the keys that manage their environments. */
export class AccountRepository {
  constructor(private readonly database: Queryable) {}

  /** The account with this name; made when there is none. */
  async ensure(name: string): Promise<number> {
    const { rows } = await this.database.query<{ id: number }>(
      `INSERT INTO accounts (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`,
      [name],
    );
    const [row] = rows;
    if (!row) throw new Error('The account was not inserted.');
    return row.id;
  }

  /** Locks the account against other changes of what it holds, until the transaction ends. */
  async lock(id: number): Promise<void> {
    await this.database.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [id]);
  }

  async insertKey(accountId: number, displayName: string, hash: Buffer, scopes: readonly string[]): Promise<void> {
    await this.database.query(
      'INSERT INTO account_keys (account_id, display_name, hash, scopes) VALUES ($1, $2, $3, $4)',
      [accountId, displayName, hash, scopes],
    );
  }
}
