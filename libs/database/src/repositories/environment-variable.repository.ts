import type { Queryable, Transaction } from '../database.js';

export interface EnvironmentVariableRow {
  readonly name: string;
  readonly valueSealed: string;
}

/** Variables of environments. */
export class EnvironmentVariableRepository {
  constructor(private readonly database: Queryable) {}

  async list(environmentId: number): Promise<EnvironmentVariableRow[]> {
    const { rows } = await this.database.query<EnvironmentVariableRow>(
      `SELECT name, value_sealed AS "valueSealed" FROM environment_variables WHERE environment_id = $1 ORDER BY name`,
      [environmentId],
    );
    return rows;
  }

  /** Makes `variables` all that the environment has. */
  async replace(tx: Transaction, environmentId: number, variables: readonly EnvironmentVariableRow[]): Promise<void> {
    await tx.query('DELETE FROM environment_variables WHERE environment_id = $1', [environmentId]);
    await tx.query(
      `INSERT INTO environment_variables (environment_id, name, value_sealed)
       SELECT $1, * FROM unnest($2::text[], $3::text[])`,
      [environmentId, variables.map(({ name }) => name), variables.map(({ valueSealed }) => valueSealed)],
    );
  }

  /** Adds or changes a variable; false when the environment has `most` others already. */
  async set(tx: Transaction, environmentId: number, row: EnvironmentVariableRow, most: number): Promise<boolean> {
    // Counted and added under a lock, so that two callers cannot both take the last place.
    await tx.query('SELECT FROM environments WHERE id = $1 FOR NO KEY UPDATE', [environmentId]);
    const { rows } = await tx.query(
      `INSERT INTO environment_variables (environment_id, name, value_sealed)
       SELECT $1, $2, $3
        WHERE (SELECT count(*) FROM environment_variables WHERE environment_id = $1 AND name <> $2) < $4
       ON CONFLICT (environment_id, name) DO UPDATE SET value_sealed = excluded.value_sealed
       RETURNING name`,
      [environmentId, row.name, row.valueSealed, most],
    );
    return rows.length > 0;
  }

  async remove(environmentId: number, name: string): Promise<boolean> {
    const { rows } = await this.database.query(
      `DELETE FROM environment_variables WHERE environment_id = $1 AND name = $2 RETURNING name`,
      [environmentId, name],
    );
    return rows.length > 0;
  }
}
