import type { Queryable } from '../database.js';

/** A row of a lane that was taken. */
export interface ClaimedItem {
  readonly id: string;
  /** Rows of one order key are handled one after another. */
  readonly orderKey: string | null;
  /** Which taking of the row this is; an outcome is written only while it is the latest. */
  readonly claims: number;
}

/** Names a taking of a row. */
export type ItemClaim = Pick<ClaimedItem, 'id' | 'claims'>;

/**
 * The rows of lanes in one table, which has the columns `id bigint` (their order), `lane_key text`, `order_key text` (null where
 * order does not matter), `due_at timestamptz` (null once it is over) and `claims integer`, and the partial indexes
 * `(lane_key, due_at, id)` and `(lane_key, order_key, id)`, both `WHERE due_at IS NOT NULL`. A taken row is due again when its
 * lease ends, so that those of a dead worker come back.
 */
export class LaneItemRepository {
  constructor(
    private readonly database: Queryable,
    readonly table: string,
    /** In SQL, the bytes that the row `i` takes in the memory of whoever handles it. */
    private readonly bytes = '0',
  ) {}

  /**
   * Takes rows that are due, oldest first. A row waits for earlier ones of its order key, except those that are taken with it
   * or `held` by the caller, who handles them in order; it is put off until the one it waits for is due. What is taken ends
   * with the row that reaches `mostBytes`.
   */
  async claim(
    laneKey: string,
    limit: number,
    leaseMs: number,
    held: readonly Pick<ClaimedItem, 'id'>[],
    mostBytes = Infinity,
  ): Promise<ClaimedItem[]> {
    const heldIds = held.map(({ id }) => id);
    for (;;) {
      const { rows } = await this.database.query<ClaimedItem & { isBlocked: boolean }>(
        `WITH due AS MATERIALIZED (
           SELECT i.id, i.order_key, i.due_at, ${this.bytes} AS bytes FROM ${this.table} i
            WHERE i.lane_key = $1 AND i.due_at <= now() AND NOT i.id = ANY($4::bigint[])
            ORDER BY i.due_at, i.id LIMIT $2 FOR UPDATE OF i SKIP LOCKED),
         fitting AS MATERIALIZED (
           SELECT id, order_key FROM (SELECT due.*, sum(bytes) OVER (ORDER BY due_at, id) - bytes AS before FROM due) due
            WHERE before < $5::float8),
         taken AS MATERIALIZED (
           SELECT f.id, earlier.due_at AS blocked_until FROM fitting f LEFT JOIN LATERAL (
             SELECT e.due_at FROM ${this.table} e
              WHERE e.lane_key = $1 AND e.order_key = f.order_key AND e.due_at IS NOT NULL AND e.id < f.id
                AND NOT e.id = ANY($4::bigint[]) AND e.id NOT IN (SELECT id FROM fitting)
              ORDER BY e.id LIMIT 1) AS earlier ON true)
         UPDATE ${this.table} i
            SET due_at = COALESCE(taken.blocked_until, now() + $3 * interval '1 millisecond'),
                claims = i.claims + (taken.blocked_until IS NULL)::int
           FROM taken WHERE i.id = taken.id
         RETURNING i.id, i.order_key AS "orderKey", i.claims, taken.blocked_until IS NOT NULL AS "isBlocked"`,
        [laneKey, limit, leaseMs, heldIds, mostBytes],
      );
      const claimed = rows.filter(({ isBlocked }) => !isBlocked);
      if (claimed.length > 0 || rows.length < limit) return claimed.sort(byId);
    }
  }

  /** Until the next row is due, in milliseconds; null when there is none. */
  async nextDueMs(laneKey: string, tx: Queryable = this.database): Promise<number | null> {
    const { rows } = await tx.query<{ waitMs: number | null }>(
      `SELECT ceil(extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS "waitMs"
         FROM ${this.table} WHERE lane_key = $1 AND due_at IS NOT NULL`,
      [laneKey],
    );
    const { waitMs } = rows[0] ?? {};
    return waitMs === null || waitMs === undefined ? null : Math.max(0, waitMs);
  }

  /** Rows that this caller still has are due after `waitMs`: gives them back, or makes their lease longer. */
  async putOff(items: readonly ItemClaim[], waitMs: number, tx: Queryable = this.database): Promise<void> {
    if (items.length === 0) return;
    await tx.query(
      `UPDATE ${this.table} i SET due_at = clock_timestamp() + $2 * interval '1 millisecond'
         FROM jsonb_to_recordset($1) AS n(id bigint, claims integer)
        WHERE i.id = n.id AND i.claims = n.claims AND i.due_at IS NOT NULL`,
      [JSON.stringify(items.map(({ id, claims }) => ({ id, claims }))), waitMs],
    );
  }
}

const byId = (a: ClaimedItem, b: ClaimedItem): number => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
