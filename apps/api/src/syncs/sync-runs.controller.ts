import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  listSyncRunsQuerySchema,
  runSyncBodySchema,
  syncRunParamsSchema,
  type ListSyncRunsQuery,
  type ListSyncRunsResponse,
  type RunSyncBody,
  type SyncRunParams,
  type SyncRunResponse,
} from '@svc/contracts';
import { SyncRunHistory, WindowRuns, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** What runs of syncs came to. */
@Controller('sync/runs')
export class SyncRunsController {
  constructor(
    private readonly runs: SyncRunHistory,
    private readonly windows: WindowRuns,
  ) {}

  @Get()
  @EnvironmentAccess('environment:syncs:read')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listSyncRunsQuerySchema }) query: ListSyncRunsQuery,
  ): Promise<ListSyncRunsResponse> {
    return await this.runs.list(environmentId, query);
  }

  /** Runs a sync over a window, beside where it stands. */
  @Post()
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:execute')
  async run(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: runSyncBodySchema }) body: RunSyncBody,
  ): Promise<SyncRunResponse> {
    return { data: await this.runs.get(environmentId, await this.windows.request(environmentId, body)) };
  }

  @Get(':id')
  @EnvironmentAccess('environment:syncs:read')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: syncRunParamsSchema }) { id }: SyncRunParams,
  ): Promise<SyncRunResponse> {
    return { data: await this.runs.get(environmentId, id) };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:execute')
  async cancel(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: syncRunParamsSchema }) { id }: SyncRunParams,
  ): Promise<SyncRunResponse> {
    return { data: await this.runs.cancel(environmentId, id) };
  }
}
