import type { Queryable } from '../database.js';

export interface NewWebhookEvent {
  readonly environmentId: number;
  readonly connectionId: number | null;
  readonly type: string;
  /** The body; where `namesEnvironment`, without the environment's name. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The body gets the name that the environment has now. */
  readonly namesEnvironment: boolean;
}

/** What customers are to be told. */
export class WebhookEventRepository {
  constructor(private readonly database: Queryable) {}

  async insert(
    { environmentId, connectionId, type, payload, namesEnvironment }: NewWebhookEvent,
    tx = this.database,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO webhook_events (environment_id, connection_id, type, payload)
       SELECT e.id, $2, $3, CASE WHEN $5 THEN $4::jsonb || jsonb_build_object('environment', e.name) ELSE $4::jsonb END FROM environments e WHERE e.id = $1`,
      [environmentId, connectionId, type, JSON.stringify(payload), namesEnvironment],
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
