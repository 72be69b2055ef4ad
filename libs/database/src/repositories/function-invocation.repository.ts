import type { Queryable } from '../database.js';
import type { RunSubject } from './run-subject.js';

export type InvocationStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped';

/** A run to be recorded. */
export interface NewInvocation {
  readonly environmentId: number;
  /** Internal id. */
  readonly connectionId: number;
  readonly functionVersionId: string;
  readonly functionName: string;
  readonly event: string;
  readonly operationId: string;
  /** Now when missing. */
  readonly dueAt?: Date | undefined;
}

/** An attempt that has begun, with everything that running it needs. */
export interface InvocationAttempt extends RunSubject {
  readonly id: string;
  readonly attempt: number;
  /** This one counted. */
  readonly tries: number;
  readonly functionName: string;
  readonly event: string;
  readonly operationId: string;
}

/** State of a run before an attempt. */
export interface InvocationState {
  readonly status: InvocationStatus;
  readonly attempt: number;
  readonly operationId: string;
  /** Milliseconds until it is due; 0 when it is. */
  readonly dueInMs: number;
  /** Whether connection and function are still there. */
  readonly isRunnable: boolean;
}

/** A run that a workflow makes. */
export interface BackgroundInvocation {
  readonly id: string;
  readonly operationId: string;
  readonly environment: string;
  /** Unique key of the integration. */
  readonly integration: string;
  /** The connection's id as customers know it. */
  readonly connection: string;
  readonly function: string;
}

/** How a run ended. */
export interface InvocationEnd {
  readonly status: Extract<InvocationStatus, 'succeeded' | 'failed' | 'skipped'>;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const ATTEMPT = `r.id, r.attempt, r.tries, r.function_name AS "functionName", r.event, r.operation_id AS "operationId",
  r.environment_id AS "environmentId", e.name AS "environmentName", i.id AS "integrationId",
  i.unique_key AS "providerConfigKey", i.provider, c.id AS "connectionId", c.connection_id AS "connectionKey",
  v.id AS "versionId", v.script_hash AS "scriptHash"`;

const INSERT = `INSERT INTO function_invocations
  (environment_id, connection_id, function_version_id, function_name, event, operation_id, due_at, status, attempt, tries, started_at)`;

const SUBJECT = `JOIN function_versions v ON v.id = r.function_version_id
  JOIN connections c ON c.id = r.connection_id
  JOIN integrations i ON i.id = c.integration_id
  JOIN environments e ON e.id = r.environment_id`;

/** Runs of functions that events called for. */
export class FunctionInvocationRepository {
  constructor(private readonly database: Queryable) {}

  /** Records a run whose first attempt begins at once. */
  async open(run: NewInvocation): Promise<InvocationAttempt> {
    const { rows } = await this.database.query<InvocationAttempt>(
      `WITH r AS (${INSERT} VALUES ($1, $2, $3, $4, $5, $6, now(), 'running', 1, 1, now()) RETURNING *)
       SELECT ${ATTEMPT} FROM r ${SUBJECT}`,
      [run.environmentId, run.connectionId, run.functionVersionId, run.functionName, run.event, run.operationId],
    );
    const [row] = rows;
    if (!row) throw new Error('An invocation was recorded without its connection.');
    return row;
  }

  /** Records a run that is to be made later. */
  async enqueue(run: NewInvocation, tx: Queryable): Promise<{ readonly id: string; readonly environmentName: string }> {
    const { rows } = await tx.query<{ id: string; environmentName: string }>(
      `${INSERT} VALUES ($1, $2, $3, $4, $5, $6, COALESCE($7, now()), 'queued', 0, 0, NULL)
       RETURNING id, (SELECT name FROM environments WHERE id = $1) AS "environmentName"`,
      [
        run.environmentId,
        run.connectionId,
        run.functionVersionId,
        run.functionName,
        run.event,
        run.operationId,
        run.dueAt ?? null,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('An invocation was not recorded.');
    return row;
  }

  async findState(id: string): Promise<InvocationState | undefined> {
    const { rows } = await this.database.query<InvocationState>(
      `SELECT r.status, r.attempt, r.operation_id AS "operationId",
              GREATEST(0, ceil(EXTRACT(epoch FROM r.due_at - now()) * 1000))::float8 AS "dueInMs",
              c.deleted_at IS NULL AND i.deleted_at IS NULL AND f.deleted_at IS NULL AND f.enabled AS "isRunnable"
         FROM function_invocations r
         JOIN connections c ON c.id = r.connection_id
         JOIN integrations i ON i.id = c.integration_id
         JOIN function_versions v ON v.id = r.function_version_id
         JOIN functions f ON f.id = v.function_id
        WHERE r.id = $1`,
      [id],
    );
    return rows[0];
  }

  /**
   * Begins the attempt after `attempt`, with the version that is published by then; undefined when somebody else did, or the
   * run has ended.
   */
  async begin(id: string, attempt: number): Promise<InvocationAttempt | undefined> {
    const { rows } = await this.database.query<InvocationAttempt>(
      `WITH r AS (
         UPDATE function_invocations
            SET status = 'running', attempt = attempt + 1, tries = tries + 1, again_at = NULL,
                started_at = COALESCE(started_at, now()),
                function_version_id = (SELECT f.current_version_id FROM function_versions v JOIN functions f ON f.id = v.function_id
                                        WHERE v.id = function_version_id)
          WHERE id = $1 AND attempt = $2 AND finished_at IS NULL RETURNING *)
       SELECT ${ATTEMPT} FROM r ${SUBJECT}`,
      [id, attempt],
    );
    return rows[0];
  }

  /** Notes when the function of a running attempt wants to run again. False when the attempt is over. */
  async noteAgain(id: string, attempt: number, at: Date): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE function_invocations SET again_at = $3
        WHERE id = $1 AND attempt = $2 AND status = 'running' AND event = 'post-connection-creation'`,
      [id, attempt, at],
    );
    return rowCount > 0;
  }

  /**
   * Some of the runs that a workflow makes and that are older than `olderThanMs`, unless that start still waits in the outbox:
   * those first that should have begun by now, and others another time.
   */
  async findInBackground(olderThanMs: number, limit: number): Promise<BackgroundInvocation[]> {
    const { rows } = await this.database.query<BackgroundInvocation>(
      `SELECT r.id, r.operation_id AS "operationId", e.name AS environment, i.unique_key AS integration,
              c.connection_id AS connection, r.function_name AS function
         FROM function_invocations r
         JOIN connections c ON c.id = r.connection_id
         JOIN integrations i ON i.id = c.integration_id
         JOIN environments e ON e.id = r.environment_id
        WHERE r.finished_at IS NULL AND r.event = 'post-connection-creation'
          AND r.created_at < now() - $1 * interval '1 millisecond'
          AND NOT EXISTS (SELECT 1 FROM temporal_commands t WHERE t.key = 'workflow:connection-lifecycle-' || r.id)
        ORDER BY r.due_at > now(), random() LIMIT $2`,
      [olderThanMs, limit],
    );
    return rows;
  }

  async wantsAgain(id: string, attempt: number): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'SELECT 1 FROM function_invocations WHERE id = $1 AND attempt = $2 AND again_at IS NOT NULL',
      [id, attempt],
    );
    return rowCount > 0;
  }

  /**
   * Makes a run that has succeeded one that comes when its function wants it to.
   * @returns milliseconds until then; undefined when a later attempt has begun.
   */
  async comeAgain(id: string, attempt: number, operationId: string): Promise<number | undefined> {
    const { rows } = await this.database.query<{ dueInMs: number }>(
      `UPDATE function_invocations
          SET status = 'queued', tries = 0, due_at = again_at, again_at = NULL, started_at = NULL, operation_id = $3
        WHERE id = $1 AND attempt = $2 AND status = 'running' AND again_at IS NOT NULL
        RETURNING GREATEST(0, ceil(EXTRACT(epoch FROM due_at - now()) * 1000))::float8 AS "dueInMs"`,
      [id, attempt, operationId],
    );
    return rows[0]?.dueInMs;
  }

  /** Puts an attempt back that is to be repeated after a wait; `tries` is the number of those that count. */
  async requeue(id: string, attempt: number, { waitMs, tries }: { waitMs: number; tries: number }): Promise<void> {
    await this.database.query(
      `UPDATE function_invocations
          SET status = 'queued', tries = $3, due_at = now() + $4 * interval '1 millisecond'
        WHERE id = $1 AND attempt = $2 AND finished_at IS NULL`,
      [id, attempt, tries, waitMs],
    );
  }

  /** Ends a run, unless it has ended or a later attempt has begun. */
  async finish(id: string, attempt: number, { status, error }: InvocationEnd): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE function_invocations SET status = $3, error = $4::jsonb, finished_at = now()
        WHERE id = $1 AND attempt = $2 AND finished_at IS NULL`,
      [id, attempt, status, error && JSON.stringify(error)],
    );
    return rowCount > 0;
  }

  /** Removes runs that ended long ago, at most `limit`. */
  async prune(endedBefore: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'DELETE FROM function_invocations WHERE id IN (SELECT id FROM function_invocations WHERE finished_at < $1 LIMIT $2)',
      [endedBefore, limit],
    );
    return rowCount;
  }
}
