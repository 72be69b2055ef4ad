import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  listWebhookEventsQuerySchema,
  webhookParamsSchema,
  type ListWebhookEventsQuery,
  type ListWebhookEventsResponse,
  type WebhookEventResponse,
} from '@svc/contracts';
import { WebhookLog, WebhookRedelivery, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Webhooks to the customer. */
@Controller('webhook-events')
export class WebhookEventsController {
  constructor(
    private readonly log: WebhookLog,
    private readonly redelivery: WebhookRedelivery,
  ) {}

  @Get()
  @EnvironmentAccess('environment:webhooks:read')
  list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listWebhookEventsQuerySchema }) query: ListWebhookEventsQuery,
  ): Promise<ListWebhookEventsResponse> {
    return this.log.listEvents(environmentId, query);
  }

  @Get(':id')
  @EnvironmentAccess('environment:webhooks:read')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: webhookParamsSchema }) { id }: { id: string },
  ): Promise<WebhookEventResponse> {
    return { data: await this.log.getEvent(environmentId, id) };
  }

  @Post('test')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhooks:write')
  async test(@CurrentEnvironment() { environmentId }: EnvironmentCaller): Promise<WebhookEventResponse> {
    return { data: await this.log.getEvent(environmentId, await this.redelivery.sendTest(environmentId)) };
  }
}
