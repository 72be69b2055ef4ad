import type { Queryable } from '../database.js';

export interface WebhookEventLine {
  readonly id: string;
  readonly type: string;
  readonly connectionId: string | null;
  /** ISO 8601 in UTC with microseconds. */
  readonly createdAt: string;
}

/** What an event says. */
export interface WebhookEventBody {
  /** JSON text of the body; null once it is not kept any more. */
  readonly payload: string | null;
  readonly headers: Record<string, string> | null;
}

/** When something was written: from the first time to before the second. ISO 8601. */
export interface WrittenBetween {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

export interface WebhookDeliveryLine {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly attempts: number;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly finishedAt: Date | null;
}

export interface WebhookAttemptLine {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}

export interface WebhookEndpointLine {
  readonly id: string;
  readonly environmentId: number;
  readonly url: string;
  readonly isPaused: boolean;
  readonly failures: number;
  readonly failingSince: Date | null;
  /** Null when that is over. */
  readonly parkedUntil: Date | null;
  readonly isProbing: boolean;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastError: string | null;
}

const EVENT = `e.id, e.type, c.connection_id AS "connectionId",
  to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"`;
const DELIVERY = `d.id, d.event_id AS "eventId", d.endpoint_id AS "endpointId", e.type, d.status, d.attempts,
  d.created_at AS "createdAt", d.due_at AS "dueAt", d.finished_at AS "finishedAt"`;
const ENDPOINT = `id, environment_id AS "environmentId", url, paused_at IS NOT NULL AS "isPaused", failures,
  failing_since AS "failingSince", CASE WHEN parked_until > now() THEN parked_until END AS "parkedUntil",
  parks > 0 AS "isProbing", last_success_at AS "lastSuccessAt", last_failure_at AS "lastFailureAt", last_error AS "lastError"`;

/** What was sent to customers, for those who look into it. */
export class WebhookLogRepository {
  constructor(private readonly database: Queryable) {}

  async listEvents(
    query: WrittenBetween & {
      readonly environmentId: number;
      readonly type: string | undefined;
      readonly connectionKey: string | undefined;
      readonly status: string | undefined;
      readonly before: { readonly at: string; readonly id: string } | undefined;
      readonly limit: number;
    },
  ): Promise<WebhookEventLine[]> {
    const { environmentId, type, connectionKey, status, since, until, before, limit } = query;
    const connectionIds = connectionKey === undefined ? null : await this.connectionIds(environmentId, connectionKey);
    const values = [environmentId, type, connectionIds, since, until, before?.at, before?.id, limit];
    // A condition of its own rather than a part of another one, so that events can be found by their deliveries.
    const stands =
      status === undefined
        ? ''
        : `AND EXISTS (SELECT 1 FROM webhook_deliveries d
            WHERE d.event_id = e.id AND d.environment_id = $1 AND d.status = $${values.push(status)})`;
    const { rows } = await this.database.query<WebhookEventLine>(
      `SELECT ${EVENT} FROM webhook_events e LEFT JOIN connections c ON c.id = e.connection_id
        WHERE e.environment_id = $1 AND ($2::text IS NULL OR e.type = $2)
          AND ($3::integer[] IS NULL OR e.connection_id = ANY($3))
          AND e.created_at >= coalesce($4::timestamptz, '-infinity') AND e.created_at < coalesce($5::timestamptz, 'infinity')
          AND ($6::timestamptz IS NULL OR (e.created_at, e.id) < ($6, $7::uuid)) ${stands}
        ORDER BY e.created_at DESC, e.id DESC LIMIT $8`,
      values.map((value) => value ?? null),
    );
    return rows;
  }

  /** Of all connections that have or had this id. Asked for first, since how often they occur decides about the plan. */
  private async connectionIds(environmentId: number, connectionKey: string): Promise<number[]> {
    const { rows } = await this.database.query<{ id: number }>(
      'SELECT id FROM connections WHERE environment_id = $1 AND connection_id = $2',
      [environmentId, connectionKey],
    );
    return rows.map(({ id }) => id);
  }

  async findEvent(environmentId: number, id: string): Promise<(WebhookEventLine & WebhookEventBody) | undefined> {
    const { rows } = await this.database.query<WebhookEventLine & WebhookEventBody>(
      `SELECT ${EVENT}, e.payload::text, e.headers FROM webhook_events e LEFT JOIN connections c ON c.id = e.connection_id
        WHERE e.environment_id = $1 AND e.id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }

  /** Deliveries are written with their events, so the time of these is theirs; events are found by it. */
  async listDeliveries(
    query: WrittenBetween & {
      readonly environmentId: number;
      readonly eventId: string | undefined;
      readonly endpointId: string | undefined;
      readonly status: string | undefined;
      readonly beforeId: string | undefined;
      readonly limit: number;
    },
  ): Promise<WebhookDeliveryLine[]> {
    const { environmentId, eventId, endpointId, status, since, until, beforeId, limit } = query;
    const { rows } = await this.database.query<WebhookDeliveryLine>(
      `SELECT ${DELIVERY} FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
        WHERE d.environment_id = $1 AND ($2::uuid IS NULL OR d.event_id = $2) AND ($3::uuid IS NULL OR d.endpoint_id = $3)
          AND ($4::text IS NULL OR d.status = $4) AND ($5::bigint IS NULL OR d.id < $5)
          AND e.environment_id = $1
          AND e.created_at >= coalesce($6::timestamptz, '-infinity') AND e.created_at < coalesce($7::timestamptz, 'infinity')
        ORDER BY d.id DESC LIMIT $8`,
      [environmentId, eventId, endpointId, status, beforeId, since, until, limit].map((value) => value ?? null),
    );
    return rows;
  }

  async findDelivery(environmentId: number, id: string, tx = this.database): Promise<WebhookDeliveryLine | undefined> {
    const { rows } = await tx.query<WebhookDeliveryLine>(
      `SELECT ${DELIVERY} FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
        WHERE d.environment_id = $1 AND d.id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }

  /** The latest first. */
  async listAttempts(deliveryId: string, limit: number): Promise<WebhookAttemptLine[]> {
    const { rows } = await this.database.query<WebhookAttemptLine>(
      `SELECT started_at AS "startedAt", duration_ms AS "durationMs", status, error, answer
         FROM webhook_attempts WHERE delivery_id = $1 ORDER BY id DESC LIMIT $2`,
      [deliveryId, limit],
    );
    return rows;
  }

  async listEndpoints(
    environmentId: number,
    afterId: string | undefined,
    limit: number,
  ): Promise<WebhookEndpointLine[]> {
    const { rows } = await this.database.query<WebhookEndpointLine>(
      `SELECT ${ENDPOINT} FROM webhook_endpoints WHERE environment_id = $1 AND ($2::uuid IS NULL OR id > $2)
        ORDER BY id LIMIT $3`,
      [environmentId, afterId ?? null, limit],
    );
    return rows;
  }

  async findEndpoint(environmentId: number, id: string, tx = this.database): Promise<WebhookEndpointLine | undefined> {
    const { rows } = await tx.query<WebhookEndpointLine>(
      `SELECT ${ENDPOINT} FROM webhook_endpoints WHERE environment_id = $1 AND id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }

  async pause(id: string): Promise<void> {
    await this.database.query('UPDATE webhook_endpoints SET paused_at = coalesce(paused_at, now()) WHERE id = $1', [
      id,
    ]);
  }

  /** What it failed at before counts no more; what waits for it is sent slowly. */
  async resume(id: string, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE webhook_endpoints SET paused_at = NULL, parked_until = NULL, parks = 0, failures = 0, recovering_since = now()
        WHERE id = $1`,
      [id],
    );
  }

  /** How many deliveries {@link redeliver} would make due again. */
  async countRedeliverable(wanted: {
    readonly endpointId: string;
    readonly since: string;
    readonly status: string | undefined;
  }): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
        WHERE d.endpoint_id = $1 AND d.due_at IS NULL AND d.created_at >= $2 AND ($3::text IS NULL OR d.status = $3)
          AND e.payload IS NOT NULL`,
      [wanted.endpointId, wanted.since, wanted.status ?? null],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * Makes deliveries that have ended due again, with a new time to give up, unless their body is not kept any more; at most `limit`
   * after an id. Answers their ids.
   */
  async redeliver(
    wanted: {
      readonly endpointId: string;
      readonly ids?: readonly string[];
      readonly since?: string;
      readonly status?: string | undefined;
      readonly afterId: string;
      readonly giveUpMs: number;
      readonly limit: number;
    },
    tx: Queryable,
  ): Promise<string[]> {
    const { endpointId, ids, since, status, afterId, giveUpMs, limit } = wanted;
    const { rows } = await tx.query<{ id: string }>(
      `UPDATE webhook_deliveries SET status = 'pending', due_at = clock_timestamp(), finished_at = NULL, attempts = 0,
              give_up_at = clock_timestamp() + $6 * interval '1 millisecond'
        WHERE id = ANY(ARRAY(
          SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
           WHERE d.endpoint_id = $1 AND d.id > $5 AND d.due_at IS NULL AND e.payload IS NOT NULL
             AND ($2::bigint[] IS NULL OR d.id = ANY($2)) AND ($3::timestamptz IS NULL OR d.created_at >= $3)
             AND ($4::text IS NULL OR d.status = $4) ORDER BY d.id LIMIT $7 FOR UPDATE OF d FOR SHARE OF e))
       RETURNING id`,
      [endpointId, ids ?? null, since ?? null, status ?? null, afterId, giveUpMs, limit],
    );
    return rows.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  }
}
