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
  /** Tags of the connection. */
  readonly tags: Record<string, string>;
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

/** A run over a window that was asked for. */
export interface NewWindowRun {
  readonly runId: string;
  readonly syncId: string;
  readonly versionId: string;
  readonly workflowId: string;
  readonly operationId: string;
  readonly window: { readonly from: string | null; readonly to: string | null };
  readonly checkpoint: Record<string, unknown> | null;
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
              s.connection_id AS "connectionId", c.connection_id AS "connectionKey", c.tags,
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

  /** The run that an execution opened: it has the execution's id, so that no history of runs is searched for it. */
  async findByExecution(syncId: string, temporalRunId: string): Promise<(OpenRun & { status: string }) | undefined> {
    const { rows } = await this.database.query<OpenRun & { status: string }>(
      `SELECT ${OPEN}, status FROM sync_runs WHERE id = $2 AND sync_id = $1`,
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
      `INSERT INTO sync_runs (id, sync_id, function_version_id, trigger, workflow_id, temporal_run_id, operation_id, checkpoint_from)
       SELECT $5::uuid, $1, $2, $3, $4, $5::uuid, $6, checkpoint FROM syncs WHERE id = $1 AND deleted_at IS NULL FOR UPDATE
       ON CONFLICT (sync_id) WHERE status = 'RUNNING' DO NOTHING RETURNING id`,
      [run.syncId, run.versionId, run.trigger, run.workflowId, run.temporalRunId, run.operationId],
    );
    const [row] = rows;
    if (row) await this.dropTrigger(run.syncId, tx);
    return row?.id;
  }

  /** Notes that a run over a window was asked for; it opens once no other run of the sync is open. */
  async queue(run: NewWindowRun, tx: Queryable): Promise<void> {
    const { runId, syncId, versionId, workflowId, operationId, window, checkpoint } = run;
    const json = checkpoint === null ? null : JSON.stringify(checkpoint);
    await tx.query(
      `INSERT INTO sync_runs (id, sync_id, function_version_id, status, reason, trigger, workflow_id, temporal_run_id, operation_id,
                              time_window, window_checkpoint, checkpoint_from)
       VALUES ($1, $2, $3, 'QUEUED', 'queued', 'window', $4, '', $5, $6, $7, $7)`,
      [runId, syncId, versionId, workflowId, operationId, JSON.stringify(window), json],
    );
  }

  async countQueued(syncId: string, tx: Queryable): Promise<number> {
    const { rows } = await tx.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM sync_runs WHERE sync_id = $1 AND status = 'QUEUED'`,
      [syncId],
    );
    return rows[0]?.total ?? 0;
  }

  /** How a run over a window stands. Undefined when there is none of this number. */
  async findWindowRun(runId: string): Promise<{ status: string; queuedMs: number; temporalRunId: string } | undefined> {
    const { rows } = await this.database.query<{ status: string; queuedMs: number; temporalRunId: string }>(
      `SELECT status, (extract(epoch FROM clock_timestamp() - started_at) * 1000)::float8 AS "queuedMs", temporal_run_id AS "temporalRunId"
         FROM sync_runs WHERE id = $1 AND time_window IS NOT NULL`,
      [runId],
    );
    return rows[0];
  }

  /** Opens a run that was queued, with the version that is published now. False while another run of the sync is open. */
  async openQueued(
    {
      runId,
      syncId,
      versionId,
      temporalRunId,
    }: Pick<NewRun, 'syncId' | 'versionId' | 'temporalRunId'> & { runId: string },
    tx: Queryable,
  ): Promise<boolean> {
    await this.lockSync(syncId, tx);
    const { rowCount } = await tx.query(
      `UPDATE sync_runs SET status = 'RUNNING', reason = NULL, started_at = clock_timestamp(), function_version_id = $2, temporal_run_id = $3
        WHERE id = $1 AND status = 'QUEUED'
          AND NOT EXISTS (SELECT 1 FROM sync_runs o WHERE o.sync_id = $4 AND o.status = 'RUNNING')`,
      [runId, versionId, temporalRunId, syncId],
    );
    return rowCount === 1;
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
   * Ends a run, in one statement with what its end means for the sync, which is locked first; the answer has the sync as it was
   * before. Undefined when it has ended already.
   */
  async end({ runId, status, reason }: RunEnd, tx: Queryable = this.database): Promise<EndedRun | undefined> {
    const { rows } = await tx.query<EndedRun>(
      `WITH held AS MATERIALIZED (
         SELECT id FROM syncs WHERE id = (SELECT sync_id FROM sync_runs WHERE id = $1) FOR NO KEY UPDATE
       ), ended AS (
         UPDATE sync_runs r SET status = $2, reason = $3, finished_at = clock_timestamp(), owner_id = NULL
           FROM held WHERE r.id = $1 AND r.sync_id = held.id AND r.status IN ('RUNNING', 'QUEUED') RETURNING r.*
       ), dated AS (
         UPDATE syncs SET last_sync_date = ended.started_at FROM ended
          WHERE syncs.id = ended.sync_id AND $2 = 'SUCCESS' AND ended.time_window IS NULL
       )
       SELECT ${ENDED} FROM ended r JOIN syncs s ON s.id = r.sync_id`,
      [runId, status, reason],
    );
    return rows[0];
  }

  /** Ends whatever runs of these syncs are open. The caller has locked the syncs, so that none opens meanwhile. */
  async stopOpen(syncIds: readonly string[], reason: string, tx: Queryable): Promise<EndedRun[]> {
    const { rows } = await tx.query<EndedRun>(
      `WITH ended AS (
         UPDATE sync_runs SET status = 'STOPPED', reason = $2, finished_at = clock_timestamp(), owner_id = NULL
          WHERE sync_id = ANY($1) AND status IN ('RUNNING', 'QUEUED') RETURNING *
       )
       SELECT ${ENDED} FROM ended r JOIN syncs s ON s.id = r.sync_id`,
      [syncIds, reason],
    );
    return rows;
  }

  /** The connection of a run whose credentials are marked as dead: it is locked, so that nobody heals it meanwhile. */
  async holdDeadConnection(runId: string, tx: Queryable): Promise<number | undefined> {
    const { rows } = await tx.query<{ id: number }>(
      `SELECT c.id FROM sync_runs r JOIN syncs s ON s.id = r.sync_id JOIN connections c ON c.id = s.connection_id
        WHERE r.id = $1 AND c.deleted_at IS NULL AND c.errors @> '[{"type": "auth"}]' FOR SHARE OF c`,
      [runId],
    );
    return rows[0]?.id;
  }

  /** Locks the connections of these syncs that show an error of a sync, for {@link noteErrors}, and answers their ids. */
  async holdErroneous(syncIds: readonly string[], tx: Queryable): Promise<number[]> {
    const { rows } = await tx.query<{ id: number }>(
      `SELECT id FROM connections
        WHERE id IN (SELECT connection_id FROM syncs WHERE id = ANY($1)) AND deleted_at IS NULL AND errors @> '[{"type": "sync"}]'
        ORDER BY id FOR NO KEY UPDATE`,
      [syncIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Makes the errors of connections name the latest run of each of their syncs that failed, and no others of syncs. */
  async noteErrors(connectionIds: readonly number[], tx: Queryable = this.database): Promise<void> {
    if (connectionIds.length === 0) return;
    await tx.query(
      `WITH failed AS (
         SELECT s.connection_id, jsonb_agg(jsonb_build_object('type', 'sync', 'log_id', r.operation_id) ORDER BY r.finished_at) AS entries
           FROM syncs s
           JOIN LATERAL (SELECT * FROM sync_runs x WHERE x.sync_id = s.id AND x.status <> 'RUNNING' AND x.time_window IS NULL ORDER BY x.started_at DESC LIMIT 1) r ON true
          WHERE s.connection_id = ANY($1) AND s.deleted_at IS NULL AND r.status = 'ERROR' GROUP BY 1
       ), wanted AS (
         SELECT c.id, coalesce(failed.entries, '[]') ||
                (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.errors) e WHERE e ->> 'type' <> 'sync') AS errors
           FROM connections c LEFT JOIN failed ON failed.connection_id = c.id WHERE c.id = ANY($1)
       )
       UPDATE connections c SET errors = wanted.errors FROM wanted
        WHERE c.id = wanted.id AND c.errors IS DISTINCT FROM wanted.errors`,
      [connectionIds],
    );
  }

  /** Forgets runs that began before `before`, but the latest of each sync. Answers how many. */
  async prune(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM sync_runs WHERE id IN (
         SELECT r.id FROM sync_runs r
          WHERE r.started_at < $1 AND r.status NOT IN ('RUNNING', 'QUEUED')
            AND EXISTS (SELECT 1 FROM sync_runs later WHERE later.sync_id = r.sync_id AND later.started_at > r.started_at AND later.time_window IS NULL)
          LIMIT $2)`,
      [before, limit],
    );
    return rowCount;
  }

  /**
   * Some of the open runs that nobody executes and that began more than `olderThanMs` ago; others another time. After an hour
   * also those that somebody seems to execute: a worker that lost the database at the wrong moment could not say that it left.
   * Of those that wait for their turn, the ones whose workflow should have started.
   */
  async findIdle(olderThanMs: number, limit: number): Promise<OpenRun[]> {
    const { rows } = await this.database.query<OpenRun>(
      `SELECT ${OPEN} FROM sync_runs
        WHERE status IN ('RUNNING', 'QUEUED') AND started_at < now() - $1 * interval '1 millisecond'
          AND NOT EXISTS (SELECT 1 FROM temporal_commands t WHERE t.key = 'workflow:' || workflow_id)
          AND (owner_id IS NULL OR started_at < now() - interval '1 hour')
        ORDER BY random() LIMIT $2`,
      [olderThanMs, limit],
    );
    return rows;
  }
}
