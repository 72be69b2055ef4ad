import type { Queryable } from '../database.js';

/** A webhook to store. */
export interface NewInboundWebhook {
  readonly environmentId: number;
  readonly integrationId: number;
  readonly eventKey: string | null;
  readonly eventType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The lane of an integration's webhooks, where nobody drains it. */
export interface StoredWebhooks {
  /** Keys of the lanes that are there. Webhooks of others were not stored. */
  readonly lanes: readonly string[];
  /** Keys of those lanes that sleep. */
  readonly asleep: readonly string[];
}

/** A webhook as it was stored. */
export interface StoredWebhook {
  readonly id: string;
  readonly eventType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly receivedAt: Date;
}

export type InboundStatus = 'dispatched' | 'unmatched' | 'ignored' | 'failed';

/** What became of a webhook. */
export interface InboundOutcome {
  readonly id: string;
  readonly claims: number;
  readonly status: InboundStatus;
  /** Internal ids. */
  readonly connectionIds: readonly number[];
  readonly error: string | null;
}

/** Kind of the lanes that webhooks wait in; their key is the integration's id. */
const LANE_KIND = 'webhook-intake';

/** Webhooks that providers sent. */
export class InboundWebhookRepository {
  constructor(private readonly database: Queryable) {}

  /**
   * Stores webhooks in one statement, which holds their lanes FOR SHARE, so that none goes to sleep without having seen them.
   * One whose event is there already is left out. Bodies travel as one parameter, byte for byte.
   */
  async insert(webhooks: readonly NewInboundWebhook[], tx: Queryable = this.database): Promise<StoredWebhooks> {
    let at = 1;
    const rows = webhooks.map(({ body, ...row }, place) => {
      const described = { ...row, place, at, length: body.length };
      at += body.length;
      return described;
    });
    const keys = [...new Set(webhooks.map(({ integrationId }) => String(integrationId)))];
    const { rows: held } = await tx.query<{ key: string; isAsleep: boolean }>(INSERT, [
      keys,
      JSON.stringify(rows),
      Buffer.concat(webhooks.map(({ body }) => body)),
    ]);
    return {
      lanes: held.map(({ key }) => key),
      asleep: held.filter(({ isAsleep }) => isAsleep).map(({ key }) => key),
    };
  }

  /** How many bytes the bodies have, by id. */
  async sizes(ids: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.database.query<{ id: string; size: number }>(
      'SELECT id, octet_length(body) AS size FROM inbound_webhooks WHERE id = ANY($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, size }) => [id, size]));
  }

  /** In the order in which they came. */
  async read(ids: readonly string[]): Promise<StoredWebhook[]> {
    const { rows } = await this.database.query<StoredWebhook>(
      `SELECT id, event_type AS "eventType", headers, query, body, received_at AS "receivedAt"
         FROM inbound_webhooks WHERE id = ANY($1::bigint[]) ORDER BY id`,
      [ids],
    );
    return rows;
  }

  /** Ends webhooks that the caller still has. Returns how many these are. A ping that comes from now on is another one. */
  async settle(outcomes: readonly InboundOutcome[], tx: Queryable): Promise<number> {
    const { rowCount } = await tx.query(
      `UPDATE inbound_webhooks w
          SET status = o.status, connection_ids = o."connectionIds", error = o.error, due_at = NULL,
              processed_at = clock_timestamp(), event_key = CASE WHEN event_key NOT LIKE 'ping:%' THEN event_key END
         FROM jsonb_to_recordset($1) AS o(id bigint, claims integer, status text, "connectionIds" integer[], error text)
        WHERE w.id = o.id AND w.claims = o.claims AND w.due_at IS NOT NULL`,
      [JSON.stringify(outcomes)],
    );
    return rowCount;
  }

  /** Forgets old webhooks, except those that nobody has worked on. Returns how many. */
  async prune(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM inbound_webhooks WHERE id IN (
         SELECT id FROM inbound_webhooks WHERE received_at < now() - $1 * interval '1 day' AND due_at IS NULL
          ORDER BY received_at LIMIT $2)`,
      [days, limit],
    );
    return rowCount;
  }
}

/** Numbered in the order in which they came. */
const INSERT = `
  WITH held AS MATERIALIZED (
    SELECT key, NOT busy AND NOT closed AS asleep FROM lanes
     WHERE kind = '${LANE_KIND}' AND key = ANY($1::text[]) ORDER BY key FOR SHARE),
  incoming AS (
    SELECT * FROM json_to_recordset($2::json) AS t(
      "environmentId" integer, "integrationId" integer, "eventKey" text, "eventType" text, headers jsonb, query jsonb,
      place integer, at integer, length integer)),
  stored AS (
    INSERT INTO inbound_webhooks
           (environment_id, integration_id, lane_key, order_key, event_key, event_type, headers, query, body)
    SELECT "environmentId", "integrationId", "integrationId"::text, "integrationId"::text, "eventKey", "eventType", headers,
           query, substring($3::bytea FROM at FOR length)
      FROM incoming WHERE "integrationId"::text IN (SELECT key FROM held)
     ORDER BY place
    ON CONFLICT (integration_id, event_key) WHERE event_key IS NOT NULL DO NOTHING)
  SELECT key, asleep AS "isAsleep" FROM held`;
