import type { Queryable } from '../database.js';

export interface NewWebhookEvent {
  readonly environmentId: number;
  readonly connectionId: number | null;
  readonly type: string;
  /** The body but for the environment's name. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What customers are to be told. */
export class WebhookEventRepository {
  constructor(private readonly database: Queryable) {}

  /** Stores an event; its body gets the name that the environment has now. */
  async insert({ environmentId, connectionId, type, payload }: NewWebhookEvent, tx = this.database): Promise<void> {
    await tx.query(
      `INSERT INTO webhook_events (environment_id, connection_id, type, payload)
       SELECT e.id, $2, $3, $4::jsonb || jsonb_build_object('environment', e.name) FROM environments e WHERE e.id = $1`,
      [environmentId, connectionId, type, JSON.stringify(payload)],
    );
  }

  /** Forgets old events. Returns how many. */
  async prune(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM webhook_events WHERE id IN (
         SELECT id FROM webhook_events WHERE created_at < now() - $1 * interval '1 day' ORDER BY created_at LIMIT $2)`,
      [days, limit],
    );
    return rowCount;
  }
}
