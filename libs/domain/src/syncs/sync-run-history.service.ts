import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  checkpointSchema,
  syncRunStatusSchema,
  type Checkpoint,
  type ListSyncRunsQuery,
  type ListSyncRunsResponse,
  type SyncRun,
} from '@svc/contracts';
import { Database, SyncRunListRepository, type SyncRunRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { runLink } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { decodeRunCursor, encodeRunCursor } from '../core/run-cursor.js';
import { latestErrorOf } from './latest-error.js';
import { SyncRunStops } from './sync-run-stops.service.js';
import { SyncTargets } from './sync-targets.service.js';

/** What runs of syncs came to, and how one is stopped. */
@Injectable()
export class SyncRunHistory {
  private readonly lists: SyncRunListRepository;

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly stops: SyncRunStops,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.lists = new SyncRunListRepository(database);
  }

  /** @throws {AppError} 400 `unknown_provider_config`, 404 `unknown_connection`, 400 `invalid_query_params`. */
  async list(environmentId: number, query: ListSyncRunsQuery): Promise<ListSyncRunsResponse> {
    const { provider_config_key: providerConfigKey, connection_id: connectionId, syncs = [], limit } = query;
    const before = query.cursor === undefined ? undefined : decodeRunCursor(query.cursor);
    const scope = await this.targets.scopeOf({ environmentId, providerConfigKey, connectionId });
    const named = syncs.length === 0 ? undefined : syncs;
    const rows = await this.lists.list({ ...scope, syncs: named, status: query.status, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      data: page.map((row) => this.view(row)),
      next_cursor: rows.length > limit && last ? encodeRunCursor({ at: last.startedAt, id: last.id }) : null,
    };
  }

  /** @throws {AppError} 404 `not_found`. */
  async get(environmentId: number, id: string): Promise<SyncRun> {
    const row = await this.lists.find(environmentId, id);
    if (row) return this.view(row);
    throw new AppError('not_found', `There is no run "${id}" in this environment; old runs are forgotten.`);
  }

  /**
   * Stops a run that goes on. What it saved stays, and its sync starts again at its next time.
   *
   * @throws {AppError} 404 `not_found`, 409 `conflict` when the run has ended.
   */
  async cancel(environmentId: number, id: string): Promise<SyncRun> {
    const { sync_id: syncId } = await this.get(environmentId, id);
    const stopped = await this.database.transaction((tx) => this.stops.stop(tx, id, 'cancelled'));
    if (!stopped)
      throw new AppError(
        'conflict',
        `The run "${id}" of the sync "${syncId}" has ended already; there is nothing to cancel.`,
      );
    await this.stops.noteErrors([stopped.connectionId]);
    return await this.get(environmentId, id);
  }

  private view(row: SyncRunRow): SyncRun {
    const url = runLink(this.config.temporal, row.workflowId, row.temporalRunId || undefined);
    return {
      id: row.id,
      sync_id: row.syncId,
      connection_id: row.connectionKey,
      name: row.name,
      variant: row.variant,
      status: syncRunStatusSchema.parse(row.status),
      reason: row.reason,
      trigger: row.trigger,
      started_at: row.startedAt,
      finished_at: row.finishedAt?.toISOString() ?? null,
      slices: row.slices,
      result: row.results,
      window: row.timeWindow,
      checkpoint: { from: checkpointOf(row.checkpointFrom), to: checkpointOf(row.checkpointTo) },
      ...(row.status !== 'SUCCESS' && latestErrorOf(row.error)),
      ...(url !== undefined && { run_url: url }),
    };
  }
}

const checkpointOf = (stored: Record<string, unknown> | null): Checkpoint | null =>
  stored === null ? null : checkpointSchema.parse(stored);
