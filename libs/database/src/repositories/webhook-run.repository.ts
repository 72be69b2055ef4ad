import type { Queryable, Transaction } from '../database.js';
import { jsonLists } from '../json-lists.js';
import type { ItemClaim } from './lane-item.repository.js';
import type { RunSubject } from './run-subject.js';

/** An event of a webhook for one connection. */
export interface ConnectionEvent {
  /** Internal id. */
  readonly connectionId: number;
  readonly type: string;
}

/** A sync that handles an event. */
export interface Subscriber {
  /** Place of the event in the list that was asked about. */
  readonly event: number;
  readonly syncId: string;
}

/** A run to be made. */
export interface NewWebhookRun {
  readonly environmentId: number;
  /** Internal id of the connection, which is the key of its lane. */
  readonly connectionId: number;
  readonly syncId: string;
  readonly eventType: string;
  readonly payload: unknown;
}

/** An attempt that has begun, with everything that running it needs. */
export interface WebhookRunAttempt extends RunSubject, ItemClaim {
  readonly tries: number;
  readonly eventType: string;
  readonly payload: unknown;
  readonly syncId: string;
  readonly syncName: string;
  readonly variant: string;
  readonly models: readonly string[];
  readonly lastSyncDate: Date | null;
  readonly createdAt: Date;
}

/** How a run ended. */
export interface WebhookRunEnd {
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Runs of syncs for webhooks. */
export class WebhookRunRepository {
  constructor(private readonly database: Queryable) {}

  /** Which syncs of these connections want which of these events; `*` wants all. */
  async findSubscribers(events: readonly ConnectionEvent[], tx: Queryable = this.database): Promise<Subscriber[]> {
    if (events.length === 0) return [];
    const { rows } = await tx.query<Subscriber>(
      `SELECT n.event, s.id AS "syncId"
         FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS n(connection_id, type, event)
         JOIN syncs s ON s.connection_id = n.connection_id AND s.variant = 'base' AND s.deleted_at IS NULL
         JOIN functions f ON f.id = s.function_id AND f.deleted_at IS NULL AND f.enabled
         JOIN function_versions v ON v.id = f.current_version_id
        WHERE v.definition -> 'webhookSubscriptions' ?| ARRAY[n.type, '*']
        ORDER BY n.event, s.name`,
      [events.map(({ connectionId }) => connectionId), events.map(({ type }) => type)],
    );
    return rows.map(({ event, syncId }) => ({ event: Number(event) - 1, syncId }));
  }

  async insert(runs: readonly NewWebhookRun[], tx: Transaction): Promise<void> {
    const rows = runs.map(({ connectionId, environmentId, syncId, eventType, payload }) => ({
      connection: String(connectionId),
      environment: environmentId,
      sync: syncId,
      type: eventType,
      payload,
    }));
    for (const list of jsonLists(rows))
      await tx.query(
        `INSERT INTO webhook_runs (lane_key, order_key, environment_id, sync_id, event_type, payload)
         SELECT n.connection, n.connection, n.environment, n.sync, n.type, n.payload
           FROM ROWS FROM (jsonb_to_recordset($1) AS (connection text, environment int, sync uuid, type text, payload jsonb))
                WITH ORDINALITY AS n(connection, environment, sync, type, payload, place)
          ORDER BY n.place`,
        [list],
      );
  }

  /** Begins an attempt with the version that is published by then; undefined when sync, function or connection are gone. */
  async begin({ id, claims }: ItemClaim): Promise<WebhookRunAttempt | undefined> {
    const { rows } = await this.database.query<WebhookRunAttempt>(
      `UPDATE webhook_runs r
          SET status = 'running', tries = r.tries + 1, started_at = COALESCE(r.started_at, now()),
              function_version_id = v.id
         FROM syncs s, functions f, function_versions v, connections c, integrations i, environments e
        WHERE r.id = $1 AND r.claims = $2 AND r.due_at IS NOT NULL AND s.id = r.sync_id AND s.deleted_at IS NULL
          AND f.id = s.function_id AND f.deleted_at IS NULL AND f.enabled AND v.id = f.current_version_id
          AND c.id = s.connection_id AND c.deleted_at IS NULL AND i.id = c.integration_id AND i.deleted_at IS NULL
          AND e.id = r.environment_id
       RETURNING r.id, r.claims, r.tries, r.event_type AS "eventType", r.payload, r.created_at AS "createdAt",
                 r.environment_id AS "environmentId", e.name AS "environmentName", i.id AS "integrationId",
                 i.unique_key AS "providerConfigKey", i.provider, c.id AS "connectionId", c.connection_id AS "connectionKey",
                 v.id AS "versionId", v.script_hash AS "scriptHash", s.id AS "syncId", s.name AS "syncName", s.variant,
                 COALESCE(v.definition -> 'models', '[]') AS models, s.last_sync_date AS "lastSyncDate"`,
      [id, claims],
    );
    return rows[0];
  }

  /** Puts an attempt back that is to be repeated after a wait; `tries` is the number of those that count. False when it was taken again. */
  async requeue({ id, claims }: ItemClaim, { waitMs, tries }: { waitMs: number; tries: number }): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE webhook_runs SET status = 'queued', tries = $3, due_at = clock_timestamp() + $4 * interval '1 millisecond'
        WHERE id = $1 AND claims = $2 AND due_at IS NOT NULL`,
      [id, claims, tries, waitMs],
    );
    return rowCount > 0;
  }

  /** Ends a run and forgets the payload. False when it was taken again. */
  async finish(
    { id, claims }: ItemClaim,
    { status, error }: WebhookRunEnd,
    operationId: string | null,
    tx: Queryable,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE webhook_runs SET status = $3, error = $4::jsonb, operation_id = $5, payload = NULL, due_at = NULL, finished_at = now()
        WHERE id = $1 AND claims = $2 AND due_at IS NOT NULL`,
      [id, claims, status, error && JSON.stringify(error), operationId],
    );
    return rowCount > 0;
  }

  /** Removes runs that ended long ago, at most `limit`. */
  async prune(endedBefore: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'DELETE FROM webhook_runs WHERE id IN (SELECT id FROM webhook_runs WHERE finished_at < $1 LIMIT $2)',
      [endedBefore, limit],
    );
    return rowCount;
  }
}
