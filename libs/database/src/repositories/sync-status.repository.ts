import type { Checkpoint } from '@svc/contracts';
import type { Queryable } from '../database.js';
import type { SyncScope } from './sync.repository.js';

/** Counts of a run, per model. */
export type RunResults = Record<string, { added: number; updated: number; deleted: number }>;

/** What the status of a sync is derived from. */
export interface SyncStatusRow {
  readonly syncId: string;
  readonly connectionId: number;
  readonly connectionKey: string;
  readonly name: string;
  readonly variant: string;
  readonly frequency: string | null;
  readonly offsetMs: number;
  readonly paused: boolean;
  readonly pauseReason: string | null;
  readonly pendingTrigger: string | null;
  readonly enabled: boolean;
  readonly lastSyncDate: Date | null;
  readonly checkpoint: Checkpoint | null;
  readonly models: readonly string[];
  /** The latest run; its fields are null when there was none. */
  readonly runStatus: 'RUNNING' | 'SUCCESS' | 'ERROR' | 'STOPPED' | null;
  readonly runReason: string | null;
  readonly runResults: RunResults | null;
  readonly runError: Record<string, unknown> | null;
  readonly runFinishedAt: Date | null;
  readonly workflowId: string | null;
}

/** One query for the status of every sync of an integration or a connection. */
export class SyncStatusRepository {
  constructor(private readonly database: Queryable) {}

  async list({ integrationId, connectionId }: SyncScope): Promise<SyncStatusRow[]> {
    const { rows } = await this.database.query<SyncStatusRow>(
      `SELECT s.id AS "syncId", s.connection_id AS "connectionId", c.connection_id AS "connectionKey", s.name, s.variant,
              s.frequency, s.offset_ms AS "offsetMs", s.paused, s.pause_reason AS "pauseReason", s.pending_trigger AS "pendingTrigger",
              f.enabled, s.last_sync_date AS "lastSyncDate", s.checkpoint, coalesce(v.definition -> 'models', '[]') AS models,
              r.status AS "runStatus", r.reason AS "runReason", r.results AS "runResults", r.error AS "runError",
              r.finished_at AS "runFinishedAt", r.workflow_id AS "workflowId"
         FROM syncs s
         JOIN connections c ON c.id = s.connection_id AND c.deleted_at IS NULL
         JOIN functions f ON f.id = s.function_id
         LEFT JOIN function_versions v ON v.id = f.current_version_id
         LEFT JOIN LATERAL (SELECT * FROM sync_runs x WHERE x.sync_id = s.id AND (x.time_window IS NULL OR x.status = 'RUNNING') ORDER BY x.started_at DESC LIMIT 1) r ON true
        WHERE s.integration_id = $1 AND ($2::int IS NULL OR s.connection_id = $2) AND s.deleted_at IS NULL
        ORDER BY s.name, s.variant, s.connection_id`,
      [integrationId, connectionId ?? null],
    );
    return rows;
  }
}
