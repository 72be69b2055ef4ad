import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  inboundWebhookParamsSchema,
  listInboundWebhooksQuerySchema,
  type InboundWebhookParams,
  type InboundWebhookResponse,
  type ListInboundWebhooksQuery,
  type ListInboundWebhooksResponse,
} from '@svc/contracts';
import { InboundWebhookHistory, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** What providers sent, and what became of it. */
@Controller('inbound-webhooks')
export class InboundWebhooksController {
  constructor(private readonly history: InboundWebhookHistory) {}

  @Get()
  @EnvironmentAccess('environment:webhooks:read')
  async list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listInboundWebhooksQuerySchema }) query: ListInboundWebhooksQuery,
  ): Promise<ListInboundWebhooksResponse> {
    return await this.history.list(environmentId, query);
  }

  @Get(':id')
  @EnvironmentAccess('environment:webhooks:read')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: inboundWebhookParamsSchema }) { id }: InboundWebhookParams,
  ): Promise<InboundWebhookResponse> {
    return { data: await this.history.get(environmentId, id) };
  }

  @Post(':id/replay')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhooks:write')
  async replay(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: inboundWebhookParamsSchema }) { id }: InboundWebhookParams,
  ): Promise<InboundWebhookResponse> {
    return { data: await this.history.replay(environmentId, id) };
  }
}
