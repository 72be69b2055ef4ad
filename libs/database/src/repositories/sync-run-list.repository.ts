import type { Queryable } from '../database.js';
import type { SyncRunEntity } from '../entities/sync-run.entity.js';
import type { SyncScope } from './sync.repository.js';

/** A run as it is shown. */
export interface SyncRunRow extends Pick<
  SyncRunEntity,
  | 'id'
  | 'syncId'
  | 'status'
  | 'reason'
  | 'trigger'
  | 'slices'
  | 'workflowId'
  | 'temporalRunId'
  | 'results'
  | 'checkpointFrom'
  | 'checkpointTo'
  | 'timeWindow'
  | 'error'
  | 'finishedAt'
> {
  readonly connectionKey: string;
  readonly name: string;
  readonly variant: string;
  /** ISO 8601 in UTC with microseconds, to order by. */
  readonly startedAt: string;
}

/** Which runs of a scope are listed. */
export interface SyncRunFilter extends SyncScope {
  /** Undefined: every sync. */
  readonly syncs: readonly { readonly name: string; readonly variant: string }[] | undefined;
  readonly status: string | undefined;
  /** Only runs before this one. */
  readonly before: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

const COLUMNS = `r.id, r.sync_id AS "syncId", r.status, r.reason, r.trigger, r.slices, r.workflow_id AS "workflowId",
  r.temporal_run_id AS "temporalRunId", r.results, r.checkpoint_from AS "checkpointFrom", r.checkpoint_to AS "checkpointTo", r.time_window AS "timeWindow", r.error,
  to_char(r.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "startedAt", r.finished_at AS "finishedAt",
  c.connection_id AS "connectionKey", s.name, s.variant`;

const FROM = `sync_runs r JOIN syncs s ON s.id = r.sync_id JOIN connections c ON c.id = s.connection_id`;

/** Runs of syncs, as people look at them. */
export class SyncRunListRepository {
  constructor(private readonly database: Queryable) {}

  /** Latest first. */
  async list(filter: SyncRunFilter): Promise<SyncRunRow[]> {
    const { integrationId, connectionId, syncs, status, before, limit } = filter;
    const { rows } = await this.database.query<SyncRunRow>(
      `SELECT ${COLUMNS} FROM ${FROM}
        WHERE s.integration_id = $1 AND ($2::int IS NULL OR s.connection_id = $2) AND s.deleted_at IS NULL
          AND ($3::text[] IS NULL OR s.name || '::' || s.variant = ANY($3)) AND ($4::text IS NULL OR r.status = $4)
          AND ($5::timestamptz IS NULL OR (r.started_at, r.id) < ($5, $6::uuid))
        ORDER BY r.started_at DESC, r.id DESC LIMIT $7`,
      [
        integrationId,
        connectionId ?? null,
        syncs?.map(({ name, variant }) => `${name}::${variant}`) ?? null,
        status ?? null,
        before?.at ?? null,
        before?.id ?? null,
        limit,
      ],
    );
    return rows;
  }

  async find(environmentId: number, id: string): Promise<SyncRunRow | undefined> {
    const { rows } = await this.database.query<SyncRunRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE r.id = $1 AND s.environment_id = $2 AND s.deleted_at IS NULL`,
      [id, environmentId],
    );
    return rows[0];
  }
}
