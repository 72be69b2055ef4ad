import type { Queryable } from '../database.js';
import { LaneItemRepository, type ItemClaim } from './lane-item.repository.js';

export interface NewWebhookDelivery {
  readonly environmentId: number;
  readonly eventId: string;
  readonly endpointId: string;
  readonly orderKey: string | null;
}

/** What is sent. */
export interface DeliveryContent {
  readonly id: string;
  readonly eventId: string;
  readonly environmentId: number;
  /** The environment has been deleted: there is nobody to send anything to. */
  readonly isOrphaned: boolean;
  /** JSON, with all digits of its numbers. */
  readonly payload: string;
  /** What the payload counts for where memory is bounded. */
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly giveUpAt: Date;
}

/** An attempt and what becomes of the delivery. */
export interface DeliveryOutcome {
  readonly id: string;
  /** Which taking of the row made the attempt. */
  readonly claims: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly becomes: 'delivered' | 'dead' | 'pending';
  /** Until the next attempt, in milliseconds, where there is one. */
  readonly waitMs: number | null;
}

/** Of the payload of the event `e`. */
const BYTES = 'COALESCE(e.payload_bytes, pg_column_size(e.payload), 0)';

/** Deliveries of webhooks and their attempts. */
export class WebhookDeliveryRepository {
  /** Deliveries as rows of lanes. */
  readonly items: LaneItemRepository;

  constructor(private readonly database: Queryable) {
    const bytes = `(SELECT ${BYTES} FROM webhook_events e WHERE e.id = i.event_id)`;
    this.items = new LaneItemRepository(database, 'webhook_deliveries', bytes);
  }

  async insert(deliveries: readonly NewWebhookDelivery[], giveUpMs: number, tx: Queryable): Promise<void> {
    await tx.query(
      `INSERT INTO webhook_deliveries (environment_id, event_id, endpoint_id, lane_key, order_key, due_at, give_up_at)
       SELECT n."environmentId", n."eventId", n."endpointId", n."endpointId"::text, n."orderKey", clock_timestamp(),
              clock_timestamp() + $2 * interval '1 millisecond'
         FROM ROWS FROM (jsonb_to_recordset($1) AS ("environmentId" integer, "eventId" uuid, "endpointId" uuid, "orderKey" text))
              WITH ORDINALITY AS n("environmentId", "eventId", "endpointId", "orderKey", position) ORDER BY n.position`,
      [JSON.stringify(deliveries), giveUpMs],
    );
  }

  async findContents(ids: readonly string[]): Promise<DeliveryContent[]> {
    const { rows } = await this.database.query<DeliveryContent>(
      `SELECT d.id, d.event_id AS "eventId", d.environment_id AS "environmentId", e.payload::text, ${BYTES} AS bytes,
              e.headers, d.attempts, e.created_at AS "createdAt", d.give_up_at AS "giveUpAt", o.deleted_at IS NOT NULL AS "isOrphaned"
         FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN environments o ON o.id = d.environment_id
        WHERE d.id = ANY($1)`,
      [ids],
    );
    return rows;
  }

  /** Writes attempts and what becomes of their deliveries, where nobody has taken them again meanwhile. */
  async saveOutcomes(outcomes: readonly DeliveryOutcome[], tx: Queryable): Promise<void> {
    await tx.query(
      `WITH n AS MATERIALIZED (
         SELECT * FROM jsonb_to_recordset($1) AS n(id bigint, claims integer, "startedAt" timestamptz, "durationMs" integer,
           status integer, error text, answer text, becomes text, "waitMs" float8)),
       attempts AS (
         INSERT INTO webhook_attempts (delivery_id, started_at, duration_ms, status, error, answer)
         SELECT n.id, n."startedAt", n."durationMs", n.status, n.error, n.answer
           FROM n JOIN webhook_deliveries d ON d.id = n.id)
       UPDATE webhook_deliveries d SET attempts = d.attempts + 1, status = n.becomes,
              due_at = CASE WHEN n.becomes = 'pending' THEN clock_timestamp() + n."waitMs" * interval '1 millisecond' END,
              finished_at = CASE WHEN n.becomes = 'pending' THEN NULL ELSE clock_timestamp() END
         FROM n WHERE d.id = n.id AND d.claims = n.claims AND d.due_at IS NOT NULL`,
      [JSON.stringify(outcomes)],
    );
  }

  /** Ends a delivery that is not to be attempted any more. */
  async abandon({ id, claims }: ItemClaim): Promise<void> {
    await this.database.query(
      `UPDATE webhook_deliveries SET status = 'dead', due_at = NULL, finished_at = clock_timestamp()
        WHERE id = $1 AND claims = $2 AND due_at IS NOT NULL`,
      [id, claims],
    );
  }

  /** Ends deliveries whose time is up and that nobody attempts, unless their endpoint is paused. Returns how many. */
  async bury(limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `UPDATE webhook_deliveries SET status = 'dead', due_at = NULL, finished_at = clock_timestamp()
        WHERE id = ANY(ARRAY(
          SELECT d.id FROM webhook_endpoints p JOIN webhook_deliveries d ON d.lane_key = p.id::text
           WHERE p.parks > 0 AND p.paused_at IS NULL AND d.due_at <= now() AND d.give_up_at < now()
           LIMIT $1 FOR UPDATE OF d SKIP LOCKED))`,
      [limit],
    );
    return rowCount;
  }
}
