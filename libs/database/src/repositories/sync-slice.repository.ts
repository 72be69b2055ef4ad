import type { FunctionDefinition } from '@svc/contracts';
import type { Queryable } from '../database.js';
import type { RunSubject } from './run-subject.js';

/** Where a slice executes. */
export interface SliceExecution {
  readonly ownerId: string;
  /** Run id of the execution that scheduled the activity. */
  readonly sliceRunId: string;
  readonly activityId: string;
}

/** Everything that a slice needs to begin. */
export interface SliceStart extends RunSubject {
  readonly runId: string;
  readonly epoch: number;
  readonly syncId: string;
  readonly name: string;
  readonly variant: string;
  readonly lastSyncDate: Date | null;
  readonly operationId: string;
  readonly definition: FunctionDefinition;
  readonly checkpoint: Record<string, string | number | boolean> | null;
  /** Null when the run goes on from where the sync stands. */
  readonly window: { readonly from: string | null; readonly to: string | null } | null;
}

/** How an attempt ends; without an outcome it was broken off. */
export interface SliceEnd {
  readonly outcome?: object;
  /** Why the run waits now. */
  readonly reason?: string | undefined;
  readonly error?: Record<string, unknown> | undefined;
}

/** A slice whose worker has died. */
export interface OrphanedSlice {
  readonly runId: string;
  readonly ownerId: string;
  readonly workflowId: string;
  readonly sliceRunId: string;
  readonly activityId: string;
}

/** Slices of runs: who executes one, in which attempt. */
export class SyncSliceRepository {
  constructor(private readonly database: Queryable) {}

  /** Begins a new attempt; whatever an earlier one still writes is refused from here on. Undefined when the run has ended. */
  async begin(runId: string, execution: SliceExecution, tx: Queryable): Promise<SliceStart | undefined> {
    const { rows } = await tx.query<SliceStart>(
      `WITH begun AS (
         UPDATE sync_runs SET epoch = epoch + 1, slices = slices + 1, reason = NULL, owner_id = $2, slice_run_id = $3, slice_activity_id = $4,
                slice_outcome = NULL, slot_asked_at = NULL
          WHERE id = $1 AND status = 'RUNNING' RETURNING *
       )
       SELECT r.id AS "runId", r.epoch, r.operation_id AS "operationId",
              s.id AS "syncId", s.name, s.variant, r.time_window AS "window",
              CASE WHEN r.time_window IS NULL THEN s.last_sync_date ELSE (r.time_window ->> 'from')::timestamptz END AS "lastSyncDate",
              CASE WHEN r.time_window IS NULL THEN s.checkpoint ELSE r.window_checkpoint END AS checkpoint,
              s.environment_id AS "environmentId", e.name AS "environmentName",
              s.integration_id AS "integrationId", i.unique_key AS "providerConfigKey", i.provider,
              s.connection_id AS "connectionId", c.connection_id AS "connectionKey",
              v.id AS "versionId", v.script_hash AS "scriptHash", v.definition
         FROM begun r
         JOIN syncs s ON s.id = r.sync_id
         JOIN function_versions v ON v.id = r.function_version_id
         JOIN connections c ON c.id = s.connection_id
         JOIN integrations i ON i.id = s.integration_id
         JOIN environments e ON e.id = s.environment_id`,
      [runId, execution.ownerId, execution.sliceRunId, execution.activityId],
    );
    return rows[0];
  }

  /** What the same activity came to in an earlier attempt, when it had ended and Temporal did not hear of it. */
  async findOutcome(
    runId: string,
    { sliceRunId, activityId }: SliceExecution,
  ): Promise<Record<string, unknown> | undefined> {
    const { rows } = await this.database.query<{ outcome: Record<string, unknown> }>(
      `SELECT slice_outcome AS outcome FROM sync_runs
        WHERE id = $1 AND status = 'RUNNING' AND slice_run_id = $2 AND slice_activity_id = $3 AND slice_outcome IS NOT NULL`,
      [runId, sliceRunId, activityId],
    );
    return rows[0]?.outcome;
  }

  /** Gives the slot back and keeps what the attempt came to. False when a newer attempt owns the run or it has ended. */
  async leave(attempt: { runId: string; epoch: number }, end: SliceEnd): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE sync_runs SET owner_id = NULL, reason = $3, error = coalesce($4, error), slice_outcome = $5
        WHERE id = $1 AND epoch = $2 AND status = 'RUNNING'`,
      [
        attempt.runId,
        attempt.epoch,
        end.reason ?? null,
        end.error ? JSON.stringify(end.error) : null,
        end.outcome ? JSON.stringify(end.outcome) : null,
      ],
    );
    return rowCount === 1;
  }

  /** Whether the checkpoint that a run goes by differs from what it was. */
  async hasMoved(runId: string, checkpoint: Record<string, unknown> | null): Promise<boolean> {
    const { rows } = await this.database.query<{ moved: boolean }>(
      `SELECT CASE WHEN r.time_window IS NULL THEN s.checkpoint ELSE r.window_checkpoint END IS DISTINCT FROM $2::jsonb AS moved
         FROM sync_runs r JOIN syncs s ON s.id = r.sync_id WHERE r.id = $1`,
      [runId, checkpoint === null ? null : JSON.stringify(checkpoint)],
    );
    return rows[0]?.moved ?? false;
  }

  /** Slices of worker processes that have been silent for `silentForMs`. */
  async findOrphaned(silentForMs: number, limit: number): Promise<OrphanedSlice[]> {
    const { rows } = await this.database.query<OrphanedSlice>(
      `SELECT r.id AS "runId", r.owner_id AS "ownerId", r.workflow_id AS "workflowId",
              r.slice_run_id AS "sliceRunId", r.slice_activity_id AS "activityId"
         FROM sync_runs r LEFT JOIN worker_processes w ON w.id = r.owner_id
        WHERE r.status = 'RUNNING' AND r.owner_id IS NOT NULL
          AND (w.id IS NULL OR w.heartbeat_at < now() - $1 * interval '1 millisecond')
        LIMIT $2`,
      [silentForMs, limit],
    );
    return rows;
  }

  /** Takes the slot back from a dead worker. */
  async release({ runId, ownerId }: Pick<OrphanedSlice, 'runId' | 'ownerId'>): Promise<void> {
    await this.database.query(`UPDATE sync_runs SET owner_id = NULL WHERE id = $1 AND owner_id = $2`, [runId, ownerId]);
  }
}
