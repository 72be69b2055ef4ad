import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { ActionRun, ListActionRunsQuery, ListActionRunsResponse } from '@svc/contracts';
import { actionWorkflowId } from '@svc/contracts/workflows';
import { ActionRunListRepository, Database, type ListedActionRun } from '@svc/database';
import { AppError } from '@svc/errors';
import { runLink } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { decodeRunCursor, encodeRunCursor } from '../core/run-cursor.js';
import { ActionPayloads } from './action-payloads.service.js';

/** Which asynchronous actions there were, and what became of them. */
@Injectable()
export class ActionRunHistory {
  private readonly runs: ActionRunListRepository;

  constructor(
    database: Database,
    private readonly payloads: ActionPayloads,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.runs = new ActionRunListRepository(database);
  }

  /** @throws {AppError} `invalid_query_params` when the cursor is not one of this list. */
  async list(environmentId: number, query: ListActionRunsQuery): Promise<ListActionRunsResponse> {
    const rows = await this.runs.list({
      environmentId,
      status: query.status,
      actionName: query.action_name,
      providerConfigKey: query.provider_config_key,
      connectionKey: query.connection_id,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
      before: query.cursor === undefined ? undefined : decodeRunCursor(query.cursor),
      limit: query.limit + 1,
    });
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      data: page.map((row) => this.view(row)),
      next_cursor: rows.length > page.length && last ? encodeRunCursor({ at: last.createdAt, id: last.id }) : null,
    };
  }

  /** @throws {AppError} `not_found`. */
  async get(environmentId: number, id: string): Promise<ActionRun> {
    const row = await this.runs.find(environmentId, id);
    if (row) return this.view(row);
    throw new AppError('not_found', `There is no action run "${id}" in this environment; old runs are forgotten.`);
  }

  private view(row: ListedActionRun): ActionRun {
    const url = runLink(this.config.temporal, actionWorkflowId(row.id));
    return {
      id: row.id,
      action_name: row.actionName,
      provider_config_key: row.providerConfigKey,
      connection_id: row.connectionKey,
      status: row.status,
      attempts: row.attempt,
      max_retries: row.maxRetries,
      idempotency_key: row.idempotencyKey,
      created_at: row.createdAt,
      started_at: row.startedAt?.toISOString() ?? null,
      finished_at: row.finishedAt?.toISOString() ?? null,
      ...(row.errorSealed !== null && this.errorOf(row.errorSealed)),
      ...(url !== undefined && { run_url: url }),
    };
  }

  private errorOf(sealed: string): Pick<ActionRun, 'error'> {
    const { code, message } = this.payloads.openError(sealed);
    return { error: { code, message } };
  }
}
