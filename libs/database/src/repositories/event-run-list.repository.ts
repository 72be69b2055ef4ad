import type { Queryable } from '../database.js';

/** A run of a function that an event called for, as it is shown. */
export interface ListedEventRun {
  readonly id: string;
  readonly type: 'on-event' | 'webhook';
  readonly functionName: string;
  readonly event: string;
  readonly providerConfigKey: string;
  readonly connectionKey: string;
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped';
  readonly attempts: number;
  /** ISO 8601 in UTC with microseconds, to order by. */
  readonly createdAt: string;
  readonly dueAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly results: Readonly<Record<string, { added: number; updated: number; deleted: number }>> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly operationId: string | null;
}

/** Which runs of an environment are listed; what is undefined does not matter. */
export interface EventRunFilter {
  readonly environmentId: number;
  readonly type: ListedEventRun['type'] | undefined;
  readonly status: ListedEventRun['status'] | undefined;
  readonly functionName: string | undefined;
  readonly event: string | undefined;
  readonly providerConfigKey: string | undefined;
  readonly connectionKey: string | undefined;
  readonly createdAfter: string | undefined;
  readonly createdBefore: string | undefined;
  /** Only runs before this one. */
  readonly before: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

const SHARED = `i.unique_key AS "providerConfigKey", c.connection_id AS "connectionKey", r.status,
  to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
  CASE WHEN r.finished_at IS NULL THEN r.due_at END AS "dueAt", r.started_at AS "startedAt",
  r.finished_at AS "finishedAt", r.error, r.operation_id AS "operationId", r.created_at AS at`;

/** A kind of run: where it stands, and what its function and its event are called. */
interface Kind {
  readonly columns: string;
  readonly from: string;
  readonly functionName: string;
  readonly event: string;
}

const ON_EVENT: Kind = {
  columns: `r.id::text AS id, 'on-event' AS type, r.function_name AS "functionName", r.event, r.attempt AS attempts,
    NULL::jsonb AS results, ${SHARED}`,
  from: `function_invocations r JOIN connections c ON c.id = r.connection_id JOIN integrations i ON i.id = c.integration_id`,
  functionName: 'r.function_name',
  event: 'r.event',
};

const WEBHOOK: Kind = {
  columns: `r.id::text AS id, 'webhook' AS type, s.name AS "functionName", r.event_type AS event, r.tries AS attempts,
    r.results, ${SHARED}`,
  from: `webhook_runs r JOIN syncs s ON s.id = r.sync_id JOIN connections c ON c.id = s.connection_id
    JOIN integrations i ON i.id = c.integration_id`,
  functionName: 's.name',
  event: 'r.event_type',
};

const pageOf = ({ columns, from, functionName, event }: Kind): string => `
  (SELECT ${columns} FROM ${from}
    WHERE r.environment_id = $1 AND ($2::text IS NULL OR r.status = $2) AND ($3::text IS NULL OR ${functionName} = $3)
      AND ($4::text IS NULL OR ${event} = $4) AND ($5::text IS NULL OR i.unique_key = $5)
      AND ($6::text IS NULL OR c.connection_id = $6)
      AND ($7::timestamptz IS NULL OR r.created_at >= $7) AND ($8::timestamptz IS NULL OR r.created_at < $8)
      AND ($9::timestamptz IS NULL OR (r.created_at, r.id::text) < ($9, $10))
    ORDER BY r.created_at DESC, r.id::text DESC LIMIT $11)`;

const PAGES = { 'on-event': [ON_EVENT], webhook: [WEBHOOK] };

/** Runs of functions that events called for, as people look at them. */
export class EventRunListRepository {
  constructor(private readonly database: Queryable) {}

  /** Latest first. */
  async list(filter: EventRunFilter): Promise<ListedEventRun[]> {
    const kinds = filter.type === undefined ? [ON_EVENT, WEBHOOK] : PAGES[filter.type];
    const { rows } = await this.database.query<ListedEventRun>(
      `SELECT * FROM (${kinds.map(pageOf).join(' UNION ALL ')}) runs ORDER BY at DESC, id DESC LIMIT $11`,
      [
        filter.environmentId,
        filter.status ?? null,
        filter.functionName ?? null,
        filter.event ?? null,
        filter.providerConfigKey ?? null,
        filter.connectionKey ?? null,
        filter.createdAfter ?? null,
        filter.createdBefore ?? null,
        filter.before?.at ?? null,
        filter.before?.id ?? null,
        filter.limit,
      ],
    );
    return rows;
  }

  /** @param id a number for the run of a webhook, a UUID for one of an on-event function. */
  async find(environmentId: number, id: string): Promise<ListedEventRun | undefined> {
    const { columns, from } = /^\d+$/.test(id) ? WEBHOOK : ON_EVENT;
    const { rows } = await this.database.query<ListedEventRun>(
      `SELECT ${columns} FROM ${from} WHERE r.environment_id = $1 AND r.id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }
}
