import type { Queryable } from '../database.js';

/** A process that was silent for this long counts as dead, and its actions as ended. */
const SILENT_FOR = `interval '5 seconds'`;

/** Actions that run at the moment, by process. */
export class ActionSlotsRepository {
  constructor(private readonly database: Queryable) {}

  /** Tells what this process runs; answers what all others run, summed up. */
  async exchange(processId: string, taken: Readonly<Record<string, number>>): Promise<Map<string, number>> {
    await this.database.query(
      `INSERT INTO action_slots (process_id, taken) VALUES ($1, $2)
       ON CONFLICT (process_id) DO UPDATE SET taken = excluded.taken, seen_at = clock_timestamp()`,
      [processId, JSON.stringify(taken)],
    );
    const { rows } = await this.database.query<{ key: string; count: number }>(
      `SELECT key, sum(value::int)::int AS count FROM action_slots, jsonb_each_text(taken)
        WHERE process_id <> $1 AND seen_at > clock_timestamp() - ${SILENT_FOR} GROUP BY key`,
      [processId],
    );
    return new Map(rows.map(({ key, count }) => [key, count]));
  }

  /** Forgets a process that runs nothing any more, and those that are dead. */
  async leave(processId: string): Promise<void> {
    await this.database.query(
      `DELETE FROM action_slots WHERE process_id = $1 OR seen_at < clock_timestamp() - 12 * ${SILENT_FOR}`,
      [processId],
    );
  }
}
