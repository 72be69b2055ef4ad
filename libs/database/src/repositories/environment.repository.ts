import type { Queryable } from '../database.js';

export interface EnvironmentRow {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly isProduction: boolean;
}

export interface NewEnvironment {
  readonly accountId: number;
  readonly name: string;
  readonly isProduction: boolean;
  readonly callbackUrl: string | null;
  readonly webhookSigningKeySealed: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** How an environment meets the end users of its owner. */
export interface EnvironmentPresentation extends EnvironmentRow {
  readonly callbackUrl: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What a change sets; undefined leaves it. */
export interface EnvironmentChange {
  /** Null goes back to the gateway's own. */
  readonly callbackUrl?: string | null | undefined;
  /** Laid over the settings that there are. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

const COLUMNS = `id, uuid, account_id AS "accountId", name, is_production AS "isProduction"`;

/** Environments that exist; deleted ones are invisible. */
export class EnvironmentRepository {
  constructor(private readonly database: Queryable) {}

  async insert(environment: NewEnvironment): Promise<EnvironmentRow> {
    const { rows } = await this.database.query<EnvironmentRow>(
      `INSERT INTO environments (account_id, name, is_production, callback_url, webhook_signing_key_sealed, settings)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
      [
        environment.accountId,
        environment.name,
        environment.isProduction,
        environment.callbackUrl,
        environment.webhookSigningKeySealed,
        environment.settings,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('The environment was not inserted.');
    return row;
  }

  async find(accountId: number, id: number): Promise<EnvironmentRow | undefined> {
    const { rows } = await this.database.query<EnvironmentRow>(
      `SELECT ${COLUMNS} FROM environments WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [accountId, id],
    );
    return rows[0];
  }

  /** Looked up by its own id, for callers who belong to it. */
  async findPresentation(id: number, tx = this.database): Promise<EnvironmentPresentation | undefined> {
    const { rows } = await tx.query<EnvironmentPresentation>(
      `SELECT ${COLUMNS}, callback_url AS "callbackUrl", settings FROM environments WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return rows[0];
  }

  /** Looked up by what stands in public addresses. */
  async findByUuid(uuid: string): Promise<EnvironmentPresentation | undefined> {
    const { rows } = await this.database.query<EnvironmentPresentation>(
      `SELECT ${COLUMNS}, callback_url AS "callbackUrl", settings FROM environments WHERE uuid = $1 AND deleted_at IS NULL`,
      [uuid],
    );
    return rows[0];
  }

  async change(id: number, { callbackUrl, settings }: EnvironmentChange): Promise<void> {
    await this.database.query(
      `UPDATE environments
          SET callback_url = CASE WHEN $2 THEN $3 ELSE callback_url END, settings = settings || COALESCE($4::jsonb, '{}')
        WHERE id = $1`,
      [id, callbackUrl !== undefined, callbackUrl ?? null, settings ? JSON.stringify(settings) : null],
    );
  }

  async findByName(accountId: number, name: string): Promise<EnvironmentRow | undefined> {
    const { rows } = await this.database.query<EnvironmentRow>(
      `SELECT ${COLUMNS} FROM environments WHERE account_id = $1 AND name = $2 AND deleted_at IS NULL`,
      [accountId, name],
    );
    return rows[0];
  }

  /** Those after an id, oldest first. */
  async list(accountId: number, afterId: number, limit: number): Promise<EnvironmentRow[]> {
    const { rows } = await this.database.query<EnvironmentRow>(
      `SELECT ${COLUMNS} FROM environments
        WHERE account_id = $1 AND id > $2 AND deleted_at IS NULL ORDER BY id LIMIT $3`,
      [accountId, afterId, limit],
    );
    return rows;
  }

  async count(accountId: number): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM environments WHERE account_id = $1 AND deleted_at IS NULL',
      [accountId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Keeps the row, so that what refers to it stays whole; its keys stop working. */
  async markDeleted(accountId: number, id: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'UPDATE environments SET deleted_at = now() WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL',
      [accountId, id],
    );
    return rowCount > 0;
  }

  /** Takes every function of the environment back. @returns ids of the environment's integrations, which are locked. */
  async withdrawFunctions(id: number): Promise<number[]> {
    const { rows } = await this.database.query<{ id: number }>(
      'SELECT id FROM integrations WHERE environment_id = $1 ORDER BY id FOR NO KEY UPDATE',
      [id],
    );
    await this.database.query(
      'UPDATE functions SET deleted_at = now(), current_version_id = NULL WHERE environment_id = $1 AND deleted_at IS NULL',
      [id],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Locks the environment against other changes of what it holds, until the transaction ends. Rows that refer to it can be
   * added meanwhile: whoever adds a connection has locked an integration before.
   */
  async lock(accountId: number, id: number): Promise<EnvironmentRow | undefined> {
    const { rows } = await this.database.query<EnvironmentRow>(
      `SELECT ${COLUMNS} FROM environments WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
      [accountId, id],
    );
    return rows[0];
  }

  async findSigningKeySealed(id: number): Promise<string | undefined> {
    const { rows } = await this.database.query<{ sealed: string }>(
      'SELECT webhook_signing_key_sealed AS sealed FROM environments WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    return rows[0]?.sealed;
  }

  /** The current key, and the one before it where the last rotation is younger than this. */
  async findSigningKeysSealed(id: number, youngerThanMs: number): Promise<string[]> {
    const { rows } = await this.database.query<{ current: string; previous: string | null }>(
      `SELECT webhook_signing_key_sealed AS current,
              CASE WHEN webhook_signing_key_rotated_at > now() - $2 * interval '1 millisecond'
                   THEN webhook_signing_key_previous_sealed END AS previous
         FROM environments WHERE id = $1 AND deleted_at IS NULL`,
      [id, youngerThanMs],
    );
    return rows.flatMap(({ current, previous }) => (previous === null ? [current] : [current, previous]));
  }

  /** Replaces the key and keeps the one before it. */
  async saveSigningKeySealed(id: number, sealed: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE environments SET webhook_signing_key_previous_sealed = webhook_signing_key_sealed,
              webhook_signing_key_rotated_at = now(), webhook_signing_key_sealed = $2
        WHERE id = $1 AND deleted_at IS NULL`,
      [id, sealed],
    );
    return rowCount > 0;
  }
}
