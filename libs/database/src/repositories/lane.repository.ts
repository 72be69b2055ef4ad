import type { Queryable } from '../database.js';

/** A lane and what is common to all that goes through it. */
export interface LaneRow {
  readonly kind: string;
  readonly key: string;
  readonly environmentId: number;
  readonly subject: Readonly<Record<string, string>>;
}

/** A lane that is to be woken. */
export interface SleepingLane extends LaneRow {
  /** Name of the environment. */
  readonly environment: string;
}

type Name = Pick<LaneRow, 'kind' | 'key'>;

/** What comes next in a lane. */
export interface LaneOutlook {
  /** Until its next row is due, in milliseconds; null when there is none. */
  readonly waitMs: number | null;
  /** Nothing is taken before that, whatever comes. */
  readonly isClosed: boolean;
}

const COLUMNS = 'l.kind, l.key, l.environment_id AS "environmentId", l.subject, e.name AS environment';

/** The lanes. Whoever adds a row holds its lane FOR SHARE, so that the lane cannot go to sleep without having seen it. */
export class LaneRepository {
  constructor(private readonly database: Queryable) {}

  /** Holds lanes until the end of the transaction, in a fixed order. Creates what is missing. Answers those that sleep. */
  async hold(lanes: readonly LaneRow[], tx: Queryable): Promise<Name[]> {
    const names = JSON.stringify(lanes);
    const held = await lock(names, tx);
    if (held.length === lanes.length) return held.filter(sleeps);
    await tx.query(
      `INSERT INTO lanes (kind, key, environment_id, subject)
       SELECT kind, key, "environmentId", subject
         FROM jsonb_to_recordset($1) AS n(kind text, key text, "environmentId" integer, subject jsonb)
        ORDER BY kind, key ON CONFLICT DO NOTHING`,
      [names],
    );
    return (await lock(names, tx)).filter(sleeps);
  }

  /**
   * Marks lanes as looked after, locking them in the order of {@link hold}. Answers those that nobody else marked: they are to
   * be woken.
   */
  async claimWake(names: readonly Name[]): Promise<SleepingLane[]> {
    const { rows } = await this.database.query<SleepingLane & Name>(
      `WITH asleep AS MATERIALIZED (
         SELECT l.kind, l.key FROM lanes l
          WHERE (l.kind, l.key) IN (SELECT n.kind, n.key FROM jsonb_to_recordset($1) AS n(kind text, key text)) AND NOT l.busy
          ORDER BY l.kind, l.key FOR NO KEY UPDATE OF l)
       UPDATE lanes l SET busy = true, touched_at = clock_timestamp() FROM asleep a, environments e
        WHERE l.kind = a.kind AND l.key = a.key AND NOT l.busy AND e.id = l.environment_id
        RETURNING ${COLUMNS}`,
      [JSON.stringify(names)],
    );
    return rows;
  }

  /** Shows that the lane is being drained. */
  async touch({ kind, key }: Name): Promise<void> {
    await this.database.query(
      `UPDATE lanes SET busy = true, closed = false, wake_at = NULL, touched_at = clock_timestamp()
        WHERE kind = $1 AND key = $2`,
      [kind, key],
    );
  }

  /** Lets a lane be woken by whoever adds a row, or opens it. One that is just being closed is waited for. */
  async open({ kind, key }: Name, tx: Queryable = this.database): Promise<void> {
    await tx.query('UPDATE lanes SET closed = false WHERE kind = $1 AND key = $2', [kind, key]);
  }

  /** Takes a lane for going to sleep; false while somebody adds a row to it. */
  async takeToSettle({ kind, key }: Name, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(`SELECT 1 FROM lanes WHERE kind = $1 AND key = $2 FOR UPDATE SKIP LOCKED`, [
      kind,
      key,
    ]);
    return rowCount > 0;
  }

  async settle({ kind, key }: Name, { waitMs, isClosed }: LaneOutlook, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE lanes SET busy = false, closed = $3, wake_at = clock_timestamp() + $4 * interval '1 millisecond',
              touched_at = clock_timestamp() WHERE kind = $1 AND key = $2`,
      [kind, key, isClosed, waitMs],
    );
  }

  /** Marks lanes that hold rows that are due and that nobody has looked after for a while, and answers them. */
  async claimForgotten(kind: string, table: string, untouchedMs: number, limit: number): Promise<SleepingLane[]> {
    const { rows } = await this.database.query<SleepingLane & Name>(
      `UPDATE lanes l SET busy = true, touched_at = clock_timestamp() FROM environments e
        WHERE e.id = l.environment_id AND (l.kind, l.key) IN (
          SELECT f.kind, f.key FROM lanes f
           WHERE f.kind = $1 AND f.touched_at < clock_timestamp() - $2 * interval '1 millisecond'
             AND (NOT f.closed OR f.wake_at < now())
             AND EXISTS (SELECT 1 FROM ${table} i WHERE i.lane_key = f.key AND i.due_at <= now())
           ORDER BY f.touched_at LIMIT $3 FOR UPDATE SKIP LOCKED)
        RETURNING ${COLUMNS}`,
      [kind, untouchedMs, limit],
    );
    return rows;
  }

  /** Forgets empty lanes that sleep and that nobody has used for a day: a busy one has a workflow that needs it. Returns how many. */
  async prune(kind: string, table: string, limit: number, tx: Queryable): Promise<number> {
    const { rows } = await tx.query<{ key: string }>(
      `SELECT key FROM lanes WHERE kind = $1 AND touched_at < now() - interval '1 day' AND wake_at IS NULL AND NOT busy
        ORDER BY touched_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [kind, limit],
    );
    // Looked at once the lanes are locked, so that it sees what was added to them before.
    await tx.query(
      `DELETE FROM lanes l WHERE l.kind = $1 AND l.key = ANY($2)
          AND NOT EXISTS (SELECT 1 FROM ${table} i WHERE i.lane_key = l.key AND i.due_at IS NOT NULL)`,
      [kind, rows.map(({ key }) => key)],
    );
    return rows.length;
  }
}

interface LaneState extends Name {
  readonly busy: boolean;
  readonly closed: boolean;
}

const sleeps = ({ busy, closed }: LaneState): boolean => !busy && !closed;

async function lock(names: string, tx: Queryable): Promise<LaneState[]> {
  const { rows } = await tx.query<LaneState & Name>(
    `SELECT l.kind, l.key, l.busy, l.closed FROM lanes l
      WHERE (l.kind, l.key) IN (SELECT n.kind, n.key FROM jsonb_to_recordset($1) AS n(kind text, key text))
      ORDER BY l.kind, l.key FOR SHARE OF l`,
    [names],
  );
  return rows;
}
