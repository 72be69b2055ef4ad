import type { Queryable } from '../database.js';

/** Names an address of an environment. */
export interface EndpointAddress {
  readonly environmentId: number;
  readonly url: string;
}

export interface EndpointRow extends EndpointAddress {
  readonly id: string;
}

/** What decides whether something is sent to an endpoint now. */
export interface EndpointGate {
  readonly environmentId: number;
  readonly url: string;
  readonly isPaused: boolean;
  /** Nothing is sent before, in milliseconds from now; 0 when it is not parked. */
  readonly parkedMs: number;
  /** It has not answered well since it was parked. */
  readonly isProbing: boolean;
  readonly isRecovering: boolean;
}

/** What attempts told about an endpoint. */
export interface EndpointNews {
  readonly id: string;
  readonly successes: number;
  /** No answer, or one that says that the receiver is down. */
  readonly failures: number;
  readonly error: string | null;
  /** What it asked to be left alone for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** How an endpoint is parked. */
export interface ParkingRules {
  readonly afterFailures: number;
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Addresses that webhooks go to, and their health. */
export class WebhookEndpointRepository {
  constructor(private readonly database: Queryable) {}

  /** Finds or makes endpoints, in a fixed order. None of them is forgotten before the transaction ends. */
  async ensure(addresses: readonly EndpointAddress[], tx: Queryable): Promise<EndpointRow[]> {
    const json = JSON.stringify(addresses);
    const found = await findAll(json, tx);
    if (found.length === addresses.length) return found;
    await tx.query(
      `INSERT INTO webhook_endpoints (environment_id, url, url_hash)
       SELECT "environmentId", url, sha256(convert_to(url, 'UTF8'))
         FROM jsonb_to_recordset($1) AS n("environmentId" integer, url text)
        ORDER BY 1, 3 ON CONFLICT DO NOTHING`,
      [json],
    );
    return await findAll(json, tx);
  }

  async findGate(id: string, tx = this.database): Promise<EndpointGate | undefined> {
    const { rows } = await tx.query<EndpointGate>(
      `SELECT environment_id AS "environmentId", url, paused_at IS NOT NULL AS "isPaused", parks > 0 AS "isProbing",
              recovering_since IS NOT NULL AS "isRecovering",
              greatest(0, ceil(coalesce(extract(epoch FROM parked_until - clock_timestamp()), 0) * 1000))::float8 AS "parkedMs"
         FROM webhook_endpoints WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  /**
   * Notes what attempts told. One that answered is open again, slowly where it had been parked; one that failed too often in a
   * row is parked, longer each time.
   */
  async note(news: readonly EndpointNews[], rules: ParkingRules, tx: Queryable = this.database): Promise<void> {
    if (news.length === 0) return;
    await tx.query(
      `UPDATE webhook_endpoints e SET
         failures = CASE WHEN n.successes > 0 THEN 0 ELSE e.failures + n.failures END,
         failing_since = CASE WHEN n.successes > 0 THEN NULL WHEN n.failures > 0 THEN coalesce(e.failing_since, clock_timestamp()) ELSE e.failing_since END,
         parks = CASE WHEN n.successes > 0 THEN 0 WHEN ${PARKS} THEN e.parks + 1 ELSE e.parks END,
         parked_until = greatest(
           CASE WHEN n.successes > 0 THEN NULL
                WHEN ${PARKS} THEN clock_timestamp() + least($4::float8, $3::float8 * 2 ^ least(e.parks, 20)) * (1 + random() / 4) * interval '1 millisecond'
                ELSE e.parked_until END,
           clock_timestamp() + n."retryAfterMs" * interval '1 millisecond'),
         recovering_since = CASE WHEN (n.successes > 0 AND e.parks > 0) OR n."retryAfterMs" IS NOT NULL THEN clock_timestamp() ELSE e.recovering_since END,
         last_success_at = CASE WHEN n.successes > 0 THEN clock_timestamp() ELSE e.last_success_at END,
         last_failure_at = CASE WHEN n.error IS NOT NULL THEN clock_timestamp() ELSE e.last_failure_at END,
         last_error = coalesce(n.error, e.last_error)
       FROM jsonb_to_recordset($1) AS n(id uuid, successes integer, failures integer, error text, "retryAfterMs" float8)
       WHERE e.id = n.id`,
      [JSON.stringify(news), rules.afterFailures, rules.firstMs, rules.longestMs],
    );
  }

  /**
   * Forgets addresses that nothing was sent to for long and that nothing is kept of. One that somebody paused stays. Returns how
   * many.
   */
  async pruneUnused(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM webhook_endpoints WHERE id IN (
         SELECT e.id FROM webhook_endpoints e
          WHERE e.paused_at IS NULL
            AND greatest(e.created_at, e.last_success_at, e.last_failure_at) < now() - $1 * interval '1 day'
            AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id)
          LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, limit],
    );
    return rowCount;
  }

  async endRecovery(id: string): Promise<void> {
    await this.database.query('UPDATE webhook_endpoints SET recovering_since = NULL WHERE id = $1', [id]);
  }
}

/** The endpoint is parked by this news: it failed often enough, and is not parked already by an attempt beside this one. */
const PARKS = `(n.failures > 0 AND e.failures + n.failures >= $2 AND (e.parked_until IS NULL OR e.parked_until <= clock_timestamp()))`;

async function findAll(json: string, tx: Queryable): Promise<EndpointRow[]> {
  const { rows } = await tx.query<EndpointRow>(
    `SELECT e.id, e.environment_id AS "environmentId", e.url
       FROM jsonb_to_recordset($1) AS n("environmentId" integer, url text)
       JOIN webhook_endpoints e ON e.environment_id = n."environmentId" AND e.url_hash = sha256(convert_to(n.url, 'UTF8'))
        FOR KEY SHARE OF e`,
    [json],
  );
  return rows;
}
