import type { Queryable } from '../database.js';

/** A webhook as operators see it. */
export interface InboundWebhookRow {
  readonly id: string;
  readonly providerConfigKey: string | null;
  readonly status: string;
  readonly eventType: string;
  readonly connectionKeys: readonly string[];
  readonly size: number;
  readonly error: string | null;
  readonly receivedAt: Date;
  readonly processedAt: Date | null;
}

/** With what came in. */
export interface InboundWebhookDetailRow extends InboundWebhookRow {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly integrationId: number;
}

/** Which webhooks to list; what is undefined does not narrow. */
export interface InboundWebhookFilter {
  readonly environmentId: number;
  readonly integrationId: number | undefined;
  readonly connectionId: number | undefined;
  readonly status: string | undefined;
  /** Only older ones than this. */
  readonly beforeId: string | undefined;
  readonly limit: number;
}

const COLUMNS = `
  w.id, i.unique_key AS "providerConfigKey", w.status, w.event_type AS "eventType", octet_length(w.body) AS size, w.error,
  w.received_at AS "receivedAt", w.processed_at AS "processedAt",
  ARRAY(SELECT c.connection_id FROM connections c WHERE c.id = ANY(w.connection_ids) AND c.deleted_at IS NULL ORDER BY c.id)
    AS "connectionKeys"`;

const FROM = `FROM inbound_webhooks w LEFT JOIN integrations i ON i.id = w.integration_id AND i.deleted_at IS NULL`;

/** Shows webhooks that providers sent. */
export class InboundWebhookListRepository {
  constructor(private readonly database: Queryable) {}

  /** Latest first. */
  async list(filter: InboundWebhookFilter): Promise<InboundWebhookRow[]> {
    const { rows } = await this.database.query<InboundWebhookRow>(
      `SELECT ${COLUMNS} ${FROM}
        WHERE w.environment_id = $1 AND ($2::integer IS NULL OR w.integration_id = $2)
          AND ($3::integer IS NULL OR w.connection_ids @> ARRAY[$3::integer])
          AND ($4::text IS NULL OR w.status = $4) AND ($5::bigint IS NULL OR w.id < $5)
        ORDER BY w.id DESC LIMIT $6`,
      [
        filter.environmentId,
        filter.integrationId ?? null,
        filter.connectionId ?? null,
        filter.status ?? null,
        filter.beforeId ?? null,
        filter.limit,
      ],
    );
    return rows;
  }

  async find(environmentId: number, id: string): Promise<InboundWebhookDetailRow | undefined> {
    const { rows } = await this.database.query<InboundWebhookDetailRow>(
      `SELECT ${COLUMNS}, w.headers, w.query, w.body, w.integration_id AS "integrationId" ${FROM}
        WHERE w.environment_id = $1 AND w.id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }

  /** Makes a webhook that is over due again. False when it is not over. */
  async reopen(environmentId: number, id: string, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE inbound_webhooks SET status = 'received', due_at = clock_timestamp(), error = NULL, processed_at = NULL
        WHERE environment_id = $1 AND id = $2 AND due_at IS NULL`,
      [environmentId, id],
    );
    return rowCount === 1;
  }
}
