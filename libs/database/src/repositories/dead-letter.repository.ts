import type { Queryable } from '../database.js';

/** Dead letters of an endpoint of which the owner was not told yet. */
export interface DeadLetterNews {
  /** Of the endpoint. */
  readonly id: string;
  readonly environmentId: number;
  readonly url: string;
  readonly count: number;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
}

/** Webhooks that could not be delivered. */
export class DeadLetterRepository {
  constructor(private readonly database: Queryable) {}

  /** Takes endpoints with dead letters that are younger than what the owner was told last, each of them once in `againMs`. */
  async claimUntold(againMs: number, limit: number, tx = this.database): Promise<DeadLetterNews[]> {
    const { rows } = await tx.query<DeadLetterNews>(
      `WITH untold AS (
         SELECT p.id, dead.count FROM webhook_endpoints p CROSS JOIN LATERAL (
           SELECT count(*)::int AS count FROM webhook_deliveries d
            WHERE d.status = 'dead' AND d.endpoint_id = p.id AND d.finished_at > coalesce(p.told_at, '-infinity')) AS dead
          WHERE dead.count > 0 AND (p.told_at IS NULL OR p.told_at < now() - $1 * interval '1 millisecond')
          ORDER BY p.id LIMIT $2 FOR UPDATE OF p SKIP LOCKED)
       UPDATE webhook_endpoints p SET told_at = clock_timestamp() FROM untold u WHERE p.id = u.id
       RETURNING p.id, p.environment_id AS "environmentId", p.url, u.count, p.failing_since AS "failingSince",
                 p.last_error AS "lastError"`,
      [againMs, limit],
    );
    return rows;
  }
}
