import type { Queryable } from '../database.js';
import { firstOperationIdAt } from './operation-id.js';

/** An operation as it is shown. */
export interface OperationListRow {
  readonly id: string;
  readonly type: string;
  readonly action: string | null;
  readonly status: string;
  readonly providerConfigKey: string | null;
  readonly connectionKey: string | null;
  readonly functionName: string | null;
  readonly syncId: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly error: Record<string, unknown> | null;
}

/** Which operations of an environment are listed. */
export interface OperationFilter {
  readonly environmentId: number;
  readonly types: readonly string[] | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly providerConfigKey: string | undefined;
  readonly connectionKey: string | undefined;
  readonly functionName: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly search: string | undefined;
  /** Only operations before this one. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A line of an operation's log. */
export interface LogLineListRow {
  readonly id: string;
  readonly at: Date;
  readonly level: string;
  readonly message: string;
  readonly payload: unknown;
}

export interface LogLineFilter {
  readonly operationId: string;
  readonly levels: readonly string[] | undefined;
  readonly after: string | undefined;
  /** Only lines from before this moment. */
  readonly until: Date | undefined;
  readonly limit: number;
}

/** Operations that one page looks at; a filter that few match must not read the whole history at once. */
const MAX_EXAMINED = 10_000;

const COLUMNS = `id, type, action, status, provider_config_key AS "providerConfigKey", connection_key AS "connectionKey",
  function_name AS "functionName", sync_id AS "syncId", started_at AS "startedAt", finished_at AS "finishedAt", error`;

const FOUND = `strpos(lower(concat_ws(' ', o.function_name, o.connection_key, o.error)), lower($10)) > 0
  OR EXISTS (SELECT FROM log_lines l WHERE l.operation_id = o.id AND strpos(lower(l.message), lower($10)) > 0)`;

const WITHIN = `environment_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::uuid IS NULL OR id >= $3)
  AND ($4::uuid IS NULL OR id < $4)`;

/** Operations and log lines, as people look at them. */
export class OperationListRepository {
  constructor(private readonly database: Queryable) {}

  /** Latest first; `examinedTo` is the oldest that was looked at, where older ones may follow. */
  async list(filter: OperationFilter): Promise<{ rows: OperationListRow[]; examinedTo: string | undefined }> {
    const within = withinOf(filter);
    const { types, statuses, providerConfigKey, connectionKey, functionName, search, limit } = filter;
    const { rows } = await this.database.query<OperationListRow>(
      `SELECT ${COLUMNS} FROM (SELECT * FROM operations WHERE ${WITHIN} ORDER BY id DESC LIMIT ${MAX_EXAMINED}) o
        WHERE ($5::text[] IS NULL OR type = ANY($5)) AND ($6::text[] IS NULL OR status = ANY($6))
          AND ($7::text IS NULL OR provider_config_key = $7) AND ($8::text IS NULL OR connection_key = $8)
          AND ($9::text IS NULL OR function_name = $9) AND ($10::text IS NULL OR ${FOUND})
        ORDER BY id DESC LIMIT $11`,
      [...within, types, statuses, providerConfigKey, connectionKey, functionName, search, limit].map(orNull),
    );
    return { rows, examinedTo: rows.length < limit ? await this.lastExamined(within) : undefined };
  }

  private async lastExamined(within: readonly unknown[]): Promise<string | undefined> {
    const { rows } = await this.database.query<{ id: string }>(
      `SELECT id FROM operations WHERE ${WITHIN} ORDER BY id DESC OFFSET ${MAX_EXAMINED - 1} LIMIT 1`,
      within.map(orNull),
    );
    return rows[0]?.id;
  }

  async find(environmentId: number, id: string): Promise<OperationListRow | undefined> {
    const { rows } = await this.database.query<OperationListRow>(
      `SELECT ${COLUMNS} FROM operations WHERE id = $1 AND environment_id = $2`,
      [id, environmentId],
    );
    return rows[0];
  }

  /** Oldest first. */
  async listLines({ operationId, levels, after, until, limit }: LogLineFilter): Promise<LogLineListRow[]> {
    const { rows } = await this.database.query<LogLineListRow>(
      `SELECT id, at, level, message, payload FROM log_lines
        WHERE operation_id = $1 AND ($2::text[] IS NULL OR level = ANY($2)) AND ($3::uuid IS NULL OR id > $3)
          AND ($4::uuid IS NULL OR id < $4)
        ORDER BY id LIMIT $5`,
      [operationId, levels ?? null, after ?? null, until ? firstOperationIdAt(until.getTime()) : null, limit],
    );
    return rows;
  }
}

const withinOf = ({ environmentId, before, since, until }: OperationFilter): unknown[] => [
  environmentId,
  before,
  since && firstOperationIdAt(since.getTime()),
  until && firstOperationIdAt(until.getTime()),
];

const orNull = (value: unknown): unknown => value ?? null;
