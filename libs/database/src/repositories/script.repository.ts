import type { Queryable } from '../database.js';

/** A compiled function. */
export interface Script {
  readonly code: string;
  readonly sourceMap: string | null;
}

/** Compiled functions, each stored once per environment by its hash. */
export class ScriptRepository {
  constructor(private readonly database: Queryable) {}

  async find(environmentId: number, hash: string): Promise<Script | undefined> {
    const { rows } = await this.database.query<Script>(
      `SELECT code, source_map AS "sourceMap" FROM scripts WHERE environment_id = $1 AND hash = $2`,
      [environmentId, hash],
    );
    return rows[0];
  }

  /** Which of these hashes are stored already. */
  async findStored(
    environmentId: number,
    hashes: readonly string[],
    tx: Queryable = this.database,
  ): Promise<Set<string>> {
    const { rows } = await tx.query<{ hash: string }>(
      `SELECT hash FROM scripts WHERE environment_id = $1 AND hash = ANY($2)`,
      [environmentId, hashes],
    );
    return new Set(rows.map(({ hash }) => hash));
  }

  /** Stores those that are not there yet, and keeps the others from being taken away before the transaction ends. */
  async storeAll(
    environmentId: number,
    scripts: readonly (Script & { readonly hash: string })[],
    tx: Queryable,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO scripts (environment_id, hash, code, source_map)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[]) 
       ON CONFLICT (environment_id, hash) DO UPDATE SET stored_at = now()`,
      [
        environmentId,
        scripts.map(({ hash }) => hash),
        scripts.map(({ code }) => code),
        scripts.map(({ sourceMap }) => sourceMap),
      ],
    );
  }
}
