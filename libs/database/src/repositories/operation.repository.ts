import type { Queryable } from '../database.js';

/** An operation as it is first written; `status` and what follows it are set when it had already ended by then. */
export interface OperationRow {
  readonly id: string;
  readonly environmentId: number;
  readonly type: string;
  readonly action: string | null;
  readonly integrationId: number | null;
  readonly providerConfigKey: string | null;
  readonly connectionId: number | null;
  readonly connectionKey: string | null;
  readonly functionName: string | null;
  readonly syncId: string | null;
  readonly workflowId: string | null;
  readonly startedAt: string;
  readonly status: string;
  readonly finishedAt: string | null;
  readonly error: Readonly<Record<string, unknown>> | null;
}

/** The end of an operation. */
export type OperationEndRow = Pick<OperationRow, 'id' | 'status' | 'finishedAt' | 'error'>;

/** A log line of an operation. The id orders the lines and makes a repeated write harmless. */
export interface LogLineRow {
  readonly operationId: string;
  readonly id: string;
  readonly at: string;
  readonly level: string;
  readonly message: string;
  readonly payload: unknown;
}

export interface OperationBatch {
  readonly starts: readonly OperationRow[];
  readonly ends: readonly OperationEndRow[];
  readonly lines: readonly LogLineRow[];
}

/** Writes operations and log lines. */
export class OperationRepository {
  constructor(private readonly database: Queryable) {}

  /**
   * Writes a batch in one statement; writing it twice changes nothing.
   * @returns ids of the ended operations that do not exist: another process has not written them yet.
   */
  async write({ starts, ends, lines }: OperationBatch): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(WRITE, [
      JSON.stringify(starts),
      JSON.stringify(ends),
      JSON.stringify(lines),
    ]);
    const written = new Set(rows.map(({ id }) => id));
    return ends.filter(({ id }) => !written.has(id)).map(({ id }) => id);
  }
}

const WRITE = `
WITH started AS (
  INSERT INTO operations (id, environment_id, type, action, integration_id, provider_config_key, connection_id, connection_key,
                          function_name, sync_id, workflow_id, started_at, status, finished_at, error)
  SELECT id, "environmentId", type, action, "integrationId", "providerConfigKey", "connectionId", "connectionKey",
         "functionName", "syncId", "workflowId", "startedAt", status, "finishedAt", error
    FROM jsonb_to_recordset($1::jsonb) AS o (
           id uuid, "environmentId" integer, type text, action text, "integrationId" integer, "providerConfigKey" text,
           "connectionId" integer, "connectionKey" text, "functionName" text, "syncId" uuid, "workflowId" text,
           "startedAt" timestamptz, status text, "finishedAt" timestamptz, error jsonb)
  ON CONFLICT (id) DO NOTHING
), lines AS (
  INSERT INTO log_lines (operation_id, id, at, level, message, payload)
  SELECT "operationId", id, at, level, message, payload
    FROM jsonb_to_recordset($3::jsonb) AS l (
           "operationId" uuid, id uuid, at timestamptz, level text, message text, payload jsonb)
  ON CONFLICT (operation_id, id) DO NOTHING
)
UPDATE operations o
   SET status = e.status, finished_at = e."finishedAt", error = e.error
  FROM jsonb_to_recordset($2::jsonb) AS e (id uuid, status text, "finishedAt" timestamptz, error jsonb)
 WHERE o.id = e.id
RETURNING o.id`;
