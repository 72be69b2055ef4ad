import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  pageQuerySchema,
  redeliverWebhooksBodySchema,
  webhookParamsSchema,
  type ListWebhookEndpointsResponse,
  type PageQuery,
  type RedeliveredWebhooks,
  type RedeliverWebhooksBody,
  type WebhookEndpointResponse,
} from '@svc/contracts';
import { WebhookLog, WebhookRedelivery, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Addresses that webhooks go to. */
@Controller('webhook-endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly log: WebhookLog,
    private readonly redelivery: WebhookRedelivery,
  ) {}

  @Get()
  @EnvironmentAccess('environment:webhooks:read')
  list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<ListWebhookEndpointsResponse> {
    return this.log.listEndpoints(environmentId, query);
  }

  @Post(':id/pause')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhooks:write')
  async pause(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: webhookParamsSchema }) { id }: { id: string },
  ): Promise<WebhookEndpointResponse> {
    await this.redelivery.pause(environmentId, id);
    return { data: await this.log.getEndpoint(environmentId, id) };
  }

  @Post(':id/resume')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhooks:write')
  async resume(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: webhookParamsSchema }) { id }: { id: string },
  ): Promise<WebhookEndpointResponse> {
    await this.redelivery.resume(environmentId, id);
    return { data: await this.log.getEndpoint(environmentId, id) };
  }

  @Post(':id/redeliver')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhooks:write')
  async redeliver(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: webhookParamsSchema }) { id }: { id: string },
    @Body({ schema: redeliverWebhooksBodySchema }) body: RedeliverWebhooksBody,
  ): Promise<RedeliveredWebhooks> {
    return { data: { count: await this.redelivery.redeliverSince(environmentId, id, body) } };
  }
}
