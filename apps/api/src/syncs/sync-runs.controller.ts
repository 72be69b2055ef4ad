import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  listSyncRunsQuerySchema,
  syncRunParamsSchema,
  type ListSyncRunsQuery,
  type ListSyncRunsResponse,
  type SyncRunParams,
  type SyncRunResponse,
} from '@svc/contracts';
import { SyncRunHistory, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** What runs of syncs came to. */
@Controller('sync/runs')
export class SyncRunsController {
  constructor(private readonly runs: SyncRunHistory) {}

  @Get()
  @EnvironmentAccess('environment:syncs:read')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listSyncRunsQuerySchema }) query: ListSyncRunsQuery,
  ): Promise<ListSyncRunsResponse> {
    return await this.runs.list(environmentId, query);
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
