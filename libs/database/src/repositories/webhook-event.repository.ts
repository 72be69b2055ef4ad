import type { Queryable } from '../database.js';
import { jsonLists } from '../json-lists.js';

export interface NewWebhookEvent {
  readonly id: string;
  readonly environmentId: number;
  readonly connectionId: number | null;
  readonly type: string;
  /** The body. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The provider's headers that go along. */
  readonly headers: Readonly<Record<string, string>> | null;
}

/** What customers are told. */
export class WebhookEventRepository {
  constructor(private readonly database: Queryable) {}

  /** Bodies may be large, and the same for many connections. */
  async insert(events: readonly NewWebhookEvent[], tx: Queryable): Promise<void> {
    for (const list of jsonLists(events))
      await tx.query(
        `INSERT INTO webhook_events (id, environment_id, connection_id, type, payload, payload_bytes, headers)
         SELECT id, "environmentId", "connectionId", type, payload, pg_column_size(payload), nullif(headers, 'null')
           FROM jsonb_to_recordset($1) AS n(id uuid, "environmentId" integer, "connectionId" integer, type text,
                                            payload jsonb, headers jsonb)`,
        [list],
      );
  }

  /** Forgets old events with their deliveries. Returns how many. */
  async prune(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM webhook_events WHERE id IN (
         SELECT id FROM webhook_events WHERE created_at < now() - $1 * interval '1 day' ORDER BY created_at LIMIT $2)`,
      [days, limit],
    );
    return rowCount;
  }

  /** Forgets old bodies of what is not to be sent any more. Returns how many. */
  async pruneBodies(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `UPDATE webhook_events SET payload = NULL, headers = NULL WHERE id IN (
         SELECT id FROM webhook_events e
          WHERE payload IS NOT NULL AND created_at < now() - $1 * interval '1 day'
            AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND d.due_at IS NOT NULL)
          ORDER BY created_at LIMIT $2)`,
      [days, limit],
    );
    return rowCount;
  }

  /** Forgets old attempts. They are numbered in time, so the first ones are the oldest. Returns how many. */
  async pruneAttempts(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM webhook_attempts WHERE id IN (
         SELECT id FROM (SELECT id, started_at FROM webhook_attempts ORDER BY id LIMIT $2) oldest
          WHERE started_at < now() - $1 * interval '1 day')`,
      [days, limit],
    );
    return rowCount;
  }
}
