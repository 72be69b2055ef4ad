import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  eventRunParamsSchema,
  listEventRunsQuerySchema,
  type EventRunParams,
  type EventRunResponse,
  type ListEventRunsQuery,
  type ListEventRunsResponse,
} from '@svc/contracts';
import { EventRunHistory, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Functions that ran because something happened: a moment in a connection's life, or a webhook of its provider. */
@Controller('functions/event-runs')
export class EventRunsController {
  constructor(private readonly history: EventRunHistory) {}

  @Get()
  @EnvironmentAccess('environment:logs:read')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listEventRunsQuerySchema }) query: ListEventRunsQuery,
  ): Promise<ListEventRunsResponse> {
    return await this.history.list(environmentId, query);
  }

  @Get(':id')
  @EnvironmentAccess('environment:logs:read')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: eventRunParamsSchema }) { id }: EventRunParams,
  ): Promise<EventRunResponse> {
    return { data: await this.history.get(environmentId, id) };
  }
}
