import type { Queryable } from '../database.js';
import type { ActionRunStatus } from './action-run.repository.js';

/** A run of an action as it is shown. */
export interface ListedActionRun {
  readonly id: string;
  readonly actionName: string;
  readonly providerConfigKey: string;
  readonly connectionKey: string;
  readonly status: ActionRunStatus;
  readonly attempt: number;
  readonly maxRetries: number;
  readonly idempotencyKey: string | null;
  /** ISO 8601 in UTC with microseconds, to order by. */
  readonly createdAt: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly errorSealed: string | null;
}

/** Which runs of an environment are listed; what is undefined does not matter. */
export interface ActionRunFilter {
  readonly environmentId: number;
  readonly status: ActionRunStatus | undefined;
  readonly actionName: string | undefined;
  readonly providerConfigKey: string | undefined;
  readonly connectionKey: string | undefined;
  readonly createdAfter: string | undefined;
  readonly createdBefore: string | undefined;
  /** Only runs before this one. */
  readonly before: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

const COLUMNS = `r.id, r.action_name AS "actionName", i.unique_key AS "providerConfigKey", c.connection_id AS "connectionKey",
  r.status, r.attempt, r.max_retries AS "maxRetries", r.idempotency_key AS "idempotencyKey",
  to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
  r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.error_sealed AS "errorSealed"`;

const FROM = `action_runs r JOIN connections c ON c.id = r.connection_id JOIN integrations i ON i.id = c.integration_id`;

/** Runs of actions, as people look at them. */
export class ActionRunListRepository {
  constructor(private readonly database: Queryable) {}

  /** Latest first. */
  async list(filter: ActionRunFilter): Promise<ListedActionRun[]> {
    const { rows } = await this.database.query<ListedActionRun>(
      `SELECT ${COLUMNS} FROM ${FROM}
        WHERE r.environment_id = $1 AND ($2::text IS NULL OR r.status = $2) AND ($3::text IS NULL OR r.action_name = $3)
          AND ($4::text IS NULL OR i.unique_key = $4) AND ($5::text IS NULL OR c.connection_id = $5)
          AND ($6::timestamptz IS NULL OR r.created_at >= $6) AND ($7::timestamptz IS NULL OR r.created_at < $7)
          AND ($8::timestamptz IS NULL OR (r.created_at, r.id) < ($8, $9::uuid))
        ORDER BY r.created_at DESC, r.id DESC LIMIT $10`,
      [
        filter.environmentId,
        filter.status ?? null,
        filter.actionName ?? null,
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

  async find(environmentId: number, id: string): Promise<ListedActionRun | undefined> {
    const { rows } = await this.database.query<ListedActionRun>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE r.environment_id = $1 AND r.id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }
}
