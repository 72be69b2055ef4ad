import type { FunctionDefinition } from '@svc/contracts';
import type { Queryable, Transaction } from '../database.js';
import type { RunSubject } from './run-subject.js';

export type ActionRunStatus = 'queued' | 'running' | EndedActionStatus;

export type EndedActionStatus = 'succeeded' | 'failed' | 'cancelled';

export interface NewActionRun {
  readonly environmentId: number;
  readonly connectionId: number;
  readonly functionVersionId: string;
  readonly actionName: string;
  readonly maxRetries: number;
  readonly inputSealed: string | null;
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
  /** The caller waits for the result. */
  readonly isAwaited: boolean;
  readonly operationId: string;
}

export interface ActionRunRow {
  readonly id: string;
  readonly status: ActionRunStatus;
  readonly outputSealed: string | null;
  readonly errorSealed: string | null;
}

/** The run that an idempotency key belongs to. */
export interface KeyedActionRun {
  readonly id: string;
  /** Of what was asked for. */
  readonly requestHash: Buffer;
  readonly integrationId: number;
  /** The gateway's number. */
  readonly connectionId: number;
}

/** An attempt that has begun, with everything that running it needs. */
export interface ActionAttempt extends RunSubject {
  readonly id: string;
  readonly attempt: number;
  readonly maxRetries: number;
  readonly inputSealed: string | null;
  readonly operationId: string;
  readonly createdAt: Date;
  readonly actionName: string;
  readonly definition: FunctionDefinition;
}

/** State of a run before an attempt. */
export interface ActionRunState {
  readonly status: ActionRunStatus;
  readonly attempt: number;
  readonly maxRetries: number;
  readonly operationId: string;
  readonly environmentId: number;
  /** Internal id. */
  readonly connectionId: number;
  readonly createdAt: Date;
  /** Whether the connection is still there. */
  readonly isConnected: boolean;
}

/** How a run ends. */
export interface ActionRunOutcome {
  readonly status: EndedActionStatus;
  readonly outputSealed: string | null;
  readonly errorSealed: string | null;
}

/** A run that has ended, in the words of the API. */
export interface EndedActionRun {
  readonly id: string;
  readonly operationId: string;
  readonly environmentId: number;
  /** The gateway's number. */
  readonly connectionId: number;
  /** As the customer knows it. */
  readonly connectionKey: string;
  readonly providerConfigKey: string;
  /** The caller waits for the result. */
  readonly isAwaited: boolean;
}

const ENDED = `r.id, r.operation_id AS "operationId", r.environment_id AS "environmentId", r.connection_id AS "connectionId",
  c.connection_id AS "connectionKey", i.unique_key AS "providerConfigKey", r.is_awaited AS "isAwaited"`;

/** Asynchronous actions. */
export class ActionRunRepository {
  constructor(private readonly database: Queryable) {}

  /** Undefined when a run with the same idempotency key exists. */
  async insert(run: NewActionRun, tx: Transaction): Promise<string | undefined> {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO action_runs (environment_id, connection_id, function_version_id, action_name, max_retries, input_sealed,
                                idempotency_key, request_hash, operation_id, is_awaited)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (environment_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
       RETURNING id`,
      [
        run.environmentId,
        run.connectionId,
        run.functionVersionId,
        run.actionName,
        run.maxRetries,
        run.inputSealed,
        run.idempotencyKey,
        run.requestHash,
        run.operationId,
        run.isAwaited,
      ],
    );
    return rows[0]?.id;
  }

  /** Also where the connection or the integration has been deleted since. */
  async findByIdempotencyKey(environmentId: number, key: string): Promise<KeyedActionRun | undefined> {
    const { rows } = await this.database.query<KeyedActionRun>(
      `SELECT r.id, r.request_hash AS "requestHash", c.integration_id AS "integrationId", c.id AS "connectionId"
         FROM action_runs r JOIN connections c ON c.id = r.connection_id
        WHERE r.environment_id = $1 AND r.idempotency_key = $2`,
      [environmentId, key],
    );
    return rows[0];
  }

  async find(environmentId: number, id: string): Promise<ActionRunRow | undefined> {
    const { rows } = await this.database.query<ActionRunRow>(
      `SELECT id, status, output_sealed AS "outputSealed", error_sealed AS "errorSealed"
         FROM action_runs WHERE environment_id = $1 AND id = $2`,
      [environmentId, id],
    );
    return rows[0];
  }

  /** Those of `ids` that have ended. */
  async findEnded(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      'SELECT id FROM action_runs WHERE id = ANY($1) AND finished_at IS NOT NULL',
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Some of the runs that have not ended, are older than `olderThanMs` and wait for nothing in the outbox; others another time. */
  async findOpen(olderThanMs: number, limit: number): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `SELECT r.id FROM action_runs r
        WHERE r.finished_at IS NULL AND r.created_at < now() - $1 * interval '1 millisecond'
          AND NOT EXISTS (SELECT 1 FROM temporal_commands t WHERE t.key = 'workflow:action-' || r.id)
        ORDER BY random() LIMIT $2`,
      [olderThanMs, limit],
    );
    return rows.map(({ id }) => id);
  }

  async findState(id: string): Promise<ActionRunState | undefined> {
    const { rows } = await this.database.query<ActionRunState>(
      `SELECT r.status, r.attempt, r.max_retries AS "maxRetries", r.operation_id AS "operationId",
              r.environment_id AS "environmentId", r.connection_id AS "connectionId", r.created_at AS "createdAt",
              c.deleted_at IS NULL AND i.deleted_at IS NULL AS "isConnected"
         FROM action_runs r JOIN connections c ON c.id = r.connection_id JOIN integrations i ON i.id = c.integration_id
        WHERE r.id = $1`,
      [id],
    );
    return rows[0];
  }

  /** Begins the attempt after `attempt`; undefined when somebody else did, or the run has ended. */
  async begin(id: string, attempt: number): Promise<ActionAttempt | undefined> {
    const { rows } = await this.database.query<ActionAttempt>(
      `UPDATE action_runs r
          SET status = 'running', attempt = r.attempt + 1, started_at = coalesce(r.started_at, now())
         FROM function_versions v, connections c, integrations i, environments e
        WHERE r.id = $1 AND r.attempt = $2 AND r.finished_at IS NULL
          AND v.id = r.function_version_id AND c.id = r.connection_id AND i.id = c.integration_id AND e.id = r.environment_id
       RETURNING r.id, r.attempt, r.max_retries AS "maxRetries", r.input_sealed AS "inputSealed",
                 r.operation_id AS "operationId", r.created_at AS "createdAt", r.environment_id AS "environmentId",
                 e.name AS "environmentName", i.id AS "integrationId", i.unique_key AS "providerConfigKey", i.provider,
                 c.id AS "connectionId", c.connection_id AS "connectionKey", r.action_name AS "actionName",
                 v.id AS "versionId", v.script_hash AS "scriptHash", v.definition`,
      [id, attempt],
    );
    return rows[0];
  }

  /** Puts an attempt back that is to be repeated; `countsAs` is the number of attempts made so far. */
  async requeue(id: string, attempt: number, countsAs: number): Promise<void> {
    await this.database.query(
      `UPDATE action_runs SET status = 'queued', attempt = $3 WHERE id = $1 AND attempt = $2 AND finished_at IS NULL`,
      [id, attempt, countsAs],
    );
  }

  /** Ends a run, unless it has ended or a later attempt has begun. The input is not kept. */
  async finish(
    id: string,
    attempt: number,
    outcome: ActionRunOutcome,
    tx: Transaction,
  ): Promise<EndedActionRun | undefined> {
    const { rows } = await tx.query<EndedActionRun>(
      `UPDATE action_runs r
          SET status = $3, output_sealed = $4, error_sealed = $5, input_sealed = NULL, finished_at = now()
         FROM connections c JOIN integrations i ON i.id = c.integration_id
        WHERE r.id = $1 AND r.attempt = $2 AND r.finished_at IS NULL AND c.id = r.connection_id
       RETURNING ${ENDED}`,
      [id, attempt, outcome.status, outcome.outputSealed, outcome.errorSealed],
    );
    return rows[0];
  }

  /** Ends a run at somebody's request; undefined when no such run goes on. */
  async cancel(
    environmentId: number,
    id: string,
    errorSealed: string,
    tx: Transaction,
  ): Promise<EndedActionRun | undefined> {
    const { rows } = await tx.query<EndedActionRun>(
      `UPDATE action_runs r SET status = 'cancelled', error_sealed = $3, input_sealed = NULL, finished_at = now()
         FROM connections c JOIN integrations i ON i.id = c.integration_id
        WHERE r.environment_id = $1 AND r.id = $2 AND r.finished_at IS NULL AND c.id = r.connection_id
       RETURNING ${ENDED}`,
      [environmentId, id, errorSealed],
    );
    return rows[0];
  }

  /** Removes runs that ended long ago, at most `limit`. */
  async prune(endedBefore: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'DELETE FROM action_runs WHERE id IN (SELECT id FROM action_runs WHERE finished_at < $1 LIMIT $2)',
      [endedBefore, limit],
    );
    return rowCount;
  }
}
