import { Injectable } from '@nestjs/common';
import type { EventRun, ListEventRunsQuery, ListEventRunsResponse } from '@svc/contracts';
import { Database, EventRunListRepository, type ListedEventRun } from '@svc/database';
import { AppError } from '@svc/errors';
import { readPlace, writePlace } from '../core/list-cursor.js';

const LIST = 'event-run';

/** Which functions ran because something happened, and what became of them. */
@Injectable()
export class EventRunHistory {
  private readonly runs: EventRunListRepository;

  constructor(database: Database) {
    this.runs = new EventRunListRepository(database);
  }

  /** @throws {AppError} `invalid_query_params` when the cursor is not one of this list. */
  async list(environmentId: number, query: ListEventRunsQuery): Promise<ListEventRunsResponse> {
    const rows = await this.runs.list({
      environmentId,
      type: query.type,
      status: query.status,
      functionName: query.function_name,
      event: query.event,
      providerConfigKey: query.provider_config_key,
      connectionKey: query.connection_id,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
      before: query.cursor === undefined ? undefined : placeOf(query.cursor),
      limit: query.limit + 1,
    });
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      data: page.map(view),
      next_cursor: rows.length > page.length && last ? writePlace(LIST, [last.createdAt, last.id]) : null,
    };
  }

  /** @throws {AppError} `not_found`. */
  async get(environmentId: number, id: string): Promise<EventRun> {
    const row = await this.runs.find(environmentId, id);
    if (row) return view(row);
    throw new AppError('not_found', `There is no run "${id}" in this environment; old runs are forgotten.`);
  }
}

function placeOf(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = readPlace(LIST, ['moment', 'anyId'], cursor);
  return { at, id };
}

const view = (row: ListedEventRun): EventRun => ({
  id: row.id,
  type: row.type,
  function_name: row.functionName,
  event: row.event,
  provider_config_key: row.providerConfigKey,
  connection_id: row.connectionKey,
  status: row.status,
  attempts: row.attempts,
  created_at: row.createdAt,
  due_at: row.dueAt?.toISOString() ?? null,
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
  ...(row.results && { results: { ...row.results } }),
  ...(row.error && { error: { code: row.error.code, message: row.error.message } }),
  operation_id: row.operationId,
});
