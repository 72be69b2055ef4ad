import type { Queryable } from '../database.js';

/** Whose webhooks. */
export interface WebhookSubject {
  readonly environmentId: number;
  /** The gateway's number; null where the webhook is about no connection. */
  readonly connectionId: number | null;
}

/** Where webhooks about a subject go, as far as settings tell. */
export interface WebhookDestination extends WebhookSubject {
  /** Name of the environment. */
  readonly environment: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The connection's own address. */
  readonly webhookUrl: string | null;
}

/** Where webhooks go. */
export class WebhookDestinationRepository {
  constructor(private readonly database: Queryable) {}

  /** Those of environments that exist. */
  async find(subjects: readonly WebhookSubject[], tx = this.database): Promise<WebhookDestination[]> {
    const { rows } = await tx.query<WebhookDestination>(
      `SELECT n."environmentId", n."connectionId", e.name AS environment, e.settings, c.webhook_url AS "webhookUrl"
         FROM jsonb_to_recordset($1) AS n("environmentId" integer, "connectionId" integer)
         JOIN environments e ON e.id = n."environmentId" AND e.deleted_at IS NULL
         LEFT JOIN connections c ON c.id = n."connectionId"`,
      [JSON.stringify(subjects)],
    );
    return rows;
  }

  /** Settings of an environment; undefined when it is gone. Locked where they are to be changed. */
  async findSettings(
    environmentId: number,
    lock = false,
    tx = this.database,
  ): Promise<Record<string, unknown> | undefined> {
    const { rows } = await tx.query<{ settings: Record<string, unknown> }>(
      `SELECT settings FROM environments WHERE id = $1 AND deleted_at IS NULL ${lock ? 'FOR NO KEY UPDATE' : ''}`,
      [environmentId],
    );
    return rows[0]?.settings;
  }

  async saveSettings(environmentId: number, settings: Record<string, unknown>, tx: Queryable): Promise<void> {
    await tx.query('UPDATE environments SET settings = $2 WHERE id = $1', [environmentId, JSON.stringify(settings)]);
  }
}
