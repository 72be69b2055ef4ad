import { Injectable } from '@nestjs/common';
import {
  operationLineSchema,
  operationSchema,
  parseMoment,
  type ListOperationLinesQuery,
  type ListOperationLinesResponse,
  type ListOperationsQuery,
  type ListOperationsResponse,
  type Operation,
} from '@svc/contracts';
import { Database, OperationListRepository, type OperationListRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { decodeRowCursor, encodeRowCursor } from '../core/row-cursor.js';

/** Lines reach the database within this time; a follower who went past a younger line could miss one from another process. */
const SETTLED_MS = 1_000;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** What customers read of the log. */
@Injectable()
export class OperationReader {
  private readonly operations: OperationListRepository;

  constructor(database: Database) {
    this.operations = new OperationListRepository(database);
  }

  /** @throws {AppError} `invalid_query_params` for a cursor that is not one. */
  async list(environmentId: number, query: ListOperationsQuery): Promise<ListOperationsResponse> {
    const { limit, search } = query;
    const { rows, examinedTo } = await this.operations.list({
      environmentId,
      types: query.type,
      statuses: query.status,
      providerConfigKey: query.integration,
      connectionKey: query.connection,
      functionName: query.function,
      since: parseMoment(query.since) ?? undefined,
      until: parseMoment(query.until) ?? undefined,
      search,
      before: decodeRowCursor('operations', query.cursor),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const end = rows.length > limit ? page.at(-1)?.id : examinedTo;
    return { data: page.map(view), next_cursor: end === undefined ? null : encodeRowCursor('operations', end) };
  }

  /** @throws {AppError} `not_found`. */
  async get(environmentId: number, id: string): Promise<Operation> {
    const row = await this.operations.find(environmentId, id);
    if (row) return view(row);
    throw new AppError('not_found', `There is no operation "${id}" in this environment; old ones are forgotten.`);
  }

  /** @throws {AppError} `not_found`, or `invalid_query_params` for a cursor that is not one. */
  async lines(environmentId: number, id: string, query: ListOperationLinesQuery): Promise<ListOperationLinesResponse> {
    await this.get(environmentId, id);
    const { limit, level, after } = query;
    const rows = await this.operations.listLines({
      operationId: id,
      levels: level && LEVELS.slice(LEVELS.indexOf(level)),
      after: decodeRowCursor('lines', query.cursor) ?? after,
      until: after === undefined ? undefined : new Date(Date.now() - SETTLED_MS),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: page.map((row) => operationLineSchema.parse({ ...row, at: row.at.toISOString() })),
      next_cursor: rows.length > limit && last ? encodeRowCursor('lines', last.id) : null,
    };
  }
}

const view = (row: OperationListRow): Operation =>
  operationSchema.parse({
    id: row.id,
    type: row.type,
    action: row.action,
    status: row.status,
    integration_id: row.providerConfigKey,
    connection_id: row.connectionKey,
    function_name: row.functionName,
    sync_id: row.syncId,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    duration_ms: row.finishedAt ? row.finishedAt.getTime() - row.startedAt.getTime() : null,
    error: row.error && { message: 'It failed.', ...row.error },
  });
