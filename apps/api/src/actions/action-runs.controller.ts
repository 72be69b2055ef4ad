import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  actionPathSchema,
  listActionRunsQuerySchema,
  type ActionPath,
  type ActionRunResponse,
  type ListActionRunsQuery,
  type ListActionRunsResponse,
} from '@svc/contracts';
import { ActionCancellation, ActionRunHistory, type EnvironmentCaller } from '@svc/domain';
import { AppError } from '@svc/errors';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Asynchronous actions: which there were, how they stand, and an end to those that go on. */
@Controller('action/runs')
export class ActionRunsController {
  constructor(
    private readonly history: ActionRunHistory,
    private readonly cancellation: ActionCancellation,
  ) {}

  @Get()
  @EnvironmentAccess('environment:actions:execute')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listActionRunsQuerySchema }) query: ListActionRunsQuery,
  ): Promise<ListActionRunsResponse> {
    return await this.history.list(environmentId, query);
  }

  @Get(':id')
  @EnvironmentAccess('environment:actions:execute')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: actionPathSchema }) { id }: ActionPath,
  ): Promise<ActionRunResponse> {
    return { data: await this.history.get(environmentId, id) };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @EnvironmentAccess('environment:actions:execute')
  async cancel(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: actionPathSchema }) { id }: ActionPath,
  ): Promise<ActionRunResponse> {
    const isCancelled = await this.cancellation.cancel(environmentId, id);
    const data = await this.history.get(environmentId, id);
    if (isCancelled) return { data };
    throw new AppError('conflict', `The action run "${id}" has ended already; there is nothing to cancel.`);
  }
}
