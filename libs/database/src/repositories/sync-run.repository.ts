import type { Queryable } from '../database.js';

/** A sync whose next run is about to open. */
export interface RunnableSync {
  readonly syncId: string;
  readonly environmentId: number;
  readonly environmentName: string;
  readonly integrationId: number;
  readonly providerConfigKey: string;
  readonly connectionId: number;
  readonly connectionKey: string;
  readonly name: string;
  readonly variant: string;
  readonly paused: boolean;
  readonly pendingTrigger: string | null;
  readonly enabled: boolean;
  /** Published version of the function; null when nothing is published any more. */
  readonly versionId: string | null;
}

/** A run that is open. */
export interface OpenRun {
  readonly runId: string;
  readonly syncId: string;
  readonly workflowId: string;
  readonly temporalRunId: string;
}

export interface NewRun {
  readonly syncId: string;
  readonly versionId: string;
  readonly trigger: string;
  readonly workflowId: string;
  readonly temporalRunId: string;
  readonly operationId: string;
}

export interface RunEnd {
  readonly runId: string;
  readonly status: 'SUCCESS' | 'ERROR' | 'STOPPED';
  readonly reason: string | null;
}

/** A run that has just been ended. */
export interface EndedRun {
  readonly runId: string;
  readonly syncId: string;
  readonly operationId: string;
  readonly workflowId: string;
  readonly connectionId: number;
  readonly error: Record<string, unknown> | null;
  /** No run had succeeded before it, since the sync began or was reset. */
  readonly isInitial: boolean;
}

const OPEN = `id AS "runId", sync_id AS "syncId", workflow_id AS "workflowId", temporal_run_id AS "temporalRunId"`;

const ENDED = `r.id AS "runId", r.sync_id AS "syncId", r.operation_id AS "operationId", r.workflow_id AS "workflowId",
  s.connection_id AS "connectionId", r.error, s.last_sync_date IS NULL AS "isInitial"`;

/** Runs of syncs: how they open and how they end. */
export class SyncRunRepository {
  constructor(private readonly database: Queryable) {}

  async findRunnable(syncId: string): Promise<RunnableSync | undefined> {
    const { rows } = await this.database.query<RunnableSync>(
      `SELECT s.id AS "syncId", s.environment_id AS "environmentId", e.name AS "environmentName",
              s.integration_id AS "integrationId", i.unique_key AS "providerConfigKey",
              s.connection_id AS "connectionId", c.connection_id AS "connectionKey",
              s.name, s.variant, s.paused, s.pending_trigger AS "pendingTrigger",
              f.enabled AND f.deleted_at IS NULL AS enabled, f.current_version_id AS "versionId"
         FROM syncs s
         JOIN connections c ON c.id = s.connection_id AND c.deleted_at IS NULL
         JOIN integrations i ON i.id = s.integration_id
         JOIN environments e ON e.id = s.environment_id AND e.deleted_at IS NULL
         JOIN functions f ON f.id = s.function_id
        WHERE s.id = $1 AND s.deleted_at IS NULL`,
      [syncId],
    );
    return rows[0];
  }

  async findByExecution(syncId: string, temporalRunId: string): Promise<(OpenRun & { status: string }) | undefined> {
    const { rows } = await this.database.query<OpenRun & { status: string }>(
      `SELECT ${OPEN}, status FROM sync_runs WHERE sync_id = $1 AND temporal_run_id = $2`,
      [syncId, temporalRunId],
    );
    return rows[0];
  }

  async findOpen(syncId: string, tx: Queryable = this.database): Promise<OpenRun | undefined> {
    const { rows } = await tx.query<OpenRun>(
      `SELECT ${OPEN} FROM sync_runs WHERE sync_id = $1 AND status = 'RUNNING'`,
      [syncId],
    );
    return rows[0];
  }

  /**
   * Opens a run and takes up the request for it. Undefined when another run of the sync is open or the sync is deleted: its row is
   * locked, so that whoever deletes it either is waited for or sees the run.
   */
  async open(run: NewRun, tx: Queryable): Promise<string | undefined> {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO sync_runs (sync_id, function_version_id, trigger, workflow_id, temporal_run_id, operation_id, checkpoint_from)
       SELECT $1, $2, $3, $4, $5, $6, checkpoint FROM syncs WHERE id = $1 AND deleted_at IS NULL FOR UPDATE
       ON CONFLICT (sync_id) WHERE status = 'RUNNING' DO NOTHING RETURNING id`,
      [run.syncId, run.versionId, run.trigger, run.workflowId, run.temporalRunId, run.operationId],
    );
    const [row] = rows;
    if (row) await this.dropTrigger(run.syncId, tx);
    return row?.id;
  }

  /** Holds a sync until the transaction ends: no run of it opens before that. */
  async lockSync(syncId: string, tx: Queryable): Promise<void> {
    await tx.query('SELECT 1 FROM syncs WHERE id = $1 FOR UPDATE', [syncId]);
  }

  /** Forgets that a run was asked for. */
  async dropTrigger(syncId: string, tx: Queryable = this.database): Promise<void> {
    await tx.query(
      `UPDATE syncs SET pending_trigger = NULL, pending_trigger_at = NULL WHERE id = $1 AND pending_trigger IS NOT NULL`,
      [syncId],
    );
  }

  /**
   * Ends a run, in one statement with what its end means for the sync; the answer has the sync as it was before. Undefined when it
   * has ended already.
   */
  async end({ runId, status, reason }: RunEnd, tx: Queryable = this.database): Promise<EndedRun | undefined> {
    const { rows } = await tx.query<EndedRun>(
      `WITH ended AS (
         UPDATE sync_runs SET status = $2, reason = $3, finished_at = clock_timestamp(), owner_id = NULL
          WHERE id = $1 AND status = 'RUNNING' RETURNING *
       ), dated AS (
         UPDATE syncs SET last_sync_date = ended.started_at FROM ended WHERE syncs.id = ended.sync_id AND $2 = 'SUCCESS'
       )
       SELECT ${ENDED} FROM ended r JOIN syncs s ON s.id = r.sync_id`,
      [runId, status, reason],
    );
    return rows[0];
  }

  /** Ends whatever runs of these syncs are open. */
  async stopOpen(syncIds: readonly string[], reason: string, tx: Queryable): Promise<EndedRun[]> {
    const { rows } = await tx.query<EndedRun>(
      `WITH ended AS (
         UPDATE sync_runs SET status = 'STOPPED', reason = $2, finished_at = clock_timestamp(), owner_id = NULL
          WHERE sync_id = ANY($1) AND status = 'RUNNING' RETURNING *
       )
       SELECT ${ENDED} FROM ended r JOIN syncs s ON s.id = r.sync_id`,
      [syncIds, reason],
    );
    return rows;
  }

  /** Ends one run. Undefined when it has ended already. */
  async stopRun(runId: string, reason: string, tx: Queryable): Promise<EndedRun | undefined> {
    return await this.end({ runId, status: 'STOPPED', reason }, tx);
  }

  /** Makes the errors of a connection name the latest run of each of its syncs that failed, and no others of syncs. */
  async noteErrors(connectionId: number): Promise<void> {
    await this.database.query(
      `WITH failed AS (
         SELECT coalesce(jsonb_agg(jsonb_build_object('type', 'sync', 'log_id', r.operation_id) ORDER BY r.finished_at), '[]') AS entries
           FROM syncs s
           JOIN LATERAL (SELECT * FROM sync_runs x WHERE x.sync_id = s.id AND x.status <> 'RUNNING' ORDER BY x.started_at DESC LIMIT 1) r ON true
          WHERE s.connection_id = $1 AND s.deleted_at IS NULL AND r.status = 'ERROR'
       ), wanted AS (
         SELECT c.id, failed.entries ||
                (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.errors) e WHERE e ->> 'type' <> 'sync') AS errors
           FROM connections c, failed WHERE c.id = $1
       )
       UPDATE connections c SET errors = wanted.errors FROM wanted
        WHERE c.id = wanted.id AND c.errors IS DISTINCT FROM wanted.errors`,
      [connectionId],
    );
  }

  /** Forgets runs that began before `before`, but the latest of each sync. Answers how many. */
  async prune(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM sync_runs WHERE id IN (
         SELECT r.id FROM sync_runs r
          WHERE r.started_at < $1 AND r.status <> 'RUNNING'
            AND EXISTS (SELECT 1 FROM sync_runs later WHERE later.sync_id = r.sync_id AND later.started_at > r.started_at)
          LIMIT $2)`,
      [before, limit],
    );
    return rowCount;
  }

  /**
   * Some of the open runs that nobody executes and that began more than `olderThanMs` ago; others another time. After an hour
   * also those that somebody seems to execute: a worker that lost the database at the wrong moment could not say that it left.
   */
  async findIdle(olderThanMs: number, limit: number): Promise<OpenRun[]> {
    const { rows } = await this.database.query<OpenRun>(
      `SELECT ${OPEN} FROM sync_runs
        WHERE status = 'RUNNING' AND started_at < now() - $1 * interval '1 millisecond'
          AND (owner_id IS NULL OR started_at < now() - interval '1 hour')
        ORDER BY random() LIMIT $2`,
      [olderThanMs, limit],
    );
    return rows;
  }
}
