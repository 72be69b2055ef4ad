import type { Queryable } from '../database.js';

/** An environment as the calls of its running functions see it. */
export interface RunEnvironmentRow {
  readonly accountId: number;
  readonly name: string;
  readonly uuid: string;
}

/** Environments of runs, by id alone: the run token has been checked already. */
export class RunEnvironmentRepository {
  constructor(private readonly database: Queryable) {}

  async find(environmentId: number): Promise<RunEnvironmentRow | undefined> {
    const { rows } = await this.database.query<RunEnvironmentRow>(
      `SELECT account_id AS "accountId", name, uuid FROM environments WHERE id = $1 AND deleted_at IS NULL`,
      [environmentId],
    );
    return rows[0];
  }
}
