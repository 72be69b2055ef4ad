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
}
