import type { Queryable } from '../database.js';

/** A change in Temporal that was decided and has not been confirmed yet. */
export interface TemporalCommandRow {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly input: Record<string, unknown>;
  readonly attempts: number;
}

const COLUMNS = 'id, kind, key, input, attempts';

/** A claimed command comes back after this, in case the process that claimed it died. */
const LEASE = `interval '30 seconds'`;

/** The outbox to Temporal. Commands of one key are taken one at a time, oldest first. */
export class TemporalCommandRepository {
  constructor(private readonly database: Queryable) {}

  /**
   * Adds commands, in order. Their writer applies them right after its commit; everybody else leaves them alone for
   * `headStartMs`.
   * Commands about a Schedule replace earlier ones of the same kind that nobody has begun with.
   * @returns them as they wait now, in order
   */
  async insert(
    commands: readonly Pick<TemporalCommandRow, 'kind' | 'key' | 'input'>[],
    tx: Queryable,
    headStartMs: number,
  ): Promise<TemporalCommandRow[]> {
    const json = JSON.stringify(commands);
    if (commands.some(({ kind }) => kind.startsWith('schedule.')))
      await tx.query(
        `DELETE FROM temporal_commands t USING jsonb_to_recordset($1) AS n(kind text, key text)
          WHERE t.key = n.key AND t.kind = n.kind AND t.kind LIKE 'schedule.%' AND t.attempts = 0`,
        [json],
      );
    const { rows } = await tx.query<TemporalCommandRow>(
      `INSERT INTO temporal_commands (kind, key, input, due_at)
       SELECT n.command ->> 'kind', n.command ->> 'key', n.command -> 'input', now() + $2 * interval '1 millisecond'
         FROM jsonb_array_elements($1) WITH ORDINALITY AS n(command, position) ORDER BY n.position
       RETURNING ${COLUMNS}`,
      [json, headStartMs],
    );
    return rows;
  }

  /** Takes the oldest command of a key, unless somebody is at it. */
  async claimNext(key: string): Promise<TemporalCommandRow | undefined> {
    const { rows } = await this.database.query<TemporalCommandRow>(
      `UPDATE temporal_commands SET attempts = attempts + 1, due_at = now() + ${LEASE}
        WHERE id = (SELECT id FROM temporal_commands WHERE key = $1 ORDER BY id LIMIT 1)
          AND (attempts = 0 OR due_at <= now())
        RETURNING ${COLUMNS}`,
      [key],
    );
    return rows[0];
  }

  /** Takes commands that are due, one of a key. They are chosen once and found by their ids, however old the statistics are. */
  async claimDue(limit: number): Promise<TemporalCommandRow[]> {
    const { rows } = await this.database.query<TemporalCommandRow>(
      `UPDATE temporal_commands SET attempts = attempts + 1, due_at = now() + ${LEASE}
        WHERE id = ANY(ARRAY(
          SELECT c.id FROM temporal_commands c
           WHERE c.due_at <= now()
             AND NOT EXISTS (SELECT 1 FROM temporal_commands earlier WHERE earlier.key = c.key AND earlier.id < c.id)
           ORDER BY c.due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING ${COLUMNS}`,
      [limit],
    );
    return rows;
  }

  /** How many commands wait, and for how many seconds the oldest has. */
  async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
    const { rows } = await this.database.query<{ waiting: number; oldestSeconds: number }>(
      `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
         FROM temporal_commands`,
    );
    return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
  }

  async remove(id: string): Promise<void> {
    await this.database.query(`DELETE FROM temporal_commands WHERE id = $1`, [id]);
  }

  /** Gives a command back for a later attempt. */
  async postpone(id: string, delayMs: number, error: string): Promise<void> {
    await this.database.query(
      `UPDATE temporal_commands SET attempts = greatest(attempts, 1), due_at = now() + $2 * interval '1 millisecond', last_error = $3
        WHERE id = $1`,
      [id, delayMs, error],
    );
  }
}
