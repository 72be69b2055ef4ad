import type { Queryable } from '../database.js';

/** Which worker processes are alive. */
export class WorkerProcessRepository {
  constructor(private readonly database: Queryable) {}

  async beat(id: string): Promise<void> {
    await this.database.query(
      `INSERT INTO worker_processes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET heartbeat_at = clock_timestamp()`,
      [id],
    );
  }

  async remove(id: string): Promise<void> {
    await this.database.query(`DELETE FROM worker_processes WHERE id = $1`, [id]);
  }

  /** Forgets processes that have been dead for a day. */
  async removeForgotten(): Promise<void> {
    await this.database.query(`DELETE FROM worker_processes WHERE heartbeat_at < now() - interval '1 day'`);
  }
}
