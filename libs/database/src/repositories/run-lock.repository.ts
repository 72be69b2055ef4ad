import type { Queryable } from '../database.js';

/** A lock and the run that wants or has it. */
export interface RunLock {
  readonly environmentId: number;
  readonly key: string;
  readonly runId: string;
}

/** Locks that runs share. The clock is the database's. */
export class RunLockRepository {
  constructor(private readonly database: Queryable) {}

  /** Takes a lock that nobody holds, or prolongs the run's own; false when another run holds it. */
  async acquire({ environmentId, key, runId }: RunLock, ttlMs: number): Promise<boolean> {
    const { rows } = await this.database.query(
      `INSERT INTO run_locks (environment_id, key, run_id, expires_at)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4::double precision / 1000))
       ON CONFLICT (environment_id, key) DO UPDATE SET run_id = excluded.run_id, expires_at = excluded.expires_at
        WHERE run_locks.run_id = excluded.run_id OR run_locks.expires_at <= clock_timestamp()
       RETURNING key`,
      [environmentId, key, runId, ttlMs],
    );
    return rows.length > 0;
  }

  /** False when the run did not hold it. */
  async release({ environmentId, key, runId }: RunLock): Promise<boolean> {
    const { rows } = await this.database.query<{ isHeld: boolean }>(
      `DELETE FROM run_locks WHERE environment_id = $1 AND key = $2 AND run_id = $3
       RETURNING expires_at > clock_timestamp() AS "isHeld"`,
      [environmentId, key, runId],
    );
    return rows[0]?.isHeld === true;
  }

  async releaseAll({ environmentId, runId }: Omit<RunLock, 'key'>): Promise<void> {
    await this.database.query('DELETE FROM run_locks WHERE environment_id = $1 AND run_id = $2', [
      environmentId,
      runId,
    ]);
  }

  /** Removes locks that ended by themselves. @returns how many */
  async prune(atOnce: number): Promise<number> {
    const { rows } = await this.database.query(
      `DELETE FROM run_locks WHERE (environment_id, key) IN
        (SELECT environment_id, key FROM run_locks WHERE expires_at <= clock_timestamp() LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING key`,
      [atOnce],
    );
    return rows.length;
  }
}
