import type { Queryable } from '../database.js';

/** Periods in which refreshes of a connection fail for reasons that pass. */
export class RefreshTroubleRepository {
  constructor(private readonly database: Queryable) {}

  /** The environment of a connection that is still in this trouble; undefined when it is over or the connection is gone. */
  async findEnvironment(connectionId: number, troubleId: string): Promise<number | undefined> {
    const { rows } = await this.database.query<{ environmentId: number }>(
      `SELECT environment_id AS "environmentId" FROM connections
        WHERE id = $1 AND refresh_trouble_id = $2 AND deleted_at IS NULL`,
      [connectionId, troubleId],
    );
    return rows[0]?.environmentId;
  }
}
