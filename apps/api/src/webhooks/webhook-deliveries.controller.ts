import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  listWebhookDeliveriesQuerySchema,
  webhookDeliveryParamsSchema,
  type ListWebhookDeliveriesQuery,
  type ListWebhookDeliveriesResponse,
  type WebhookDeliveryResponse,
} from '@svc/contracts';
import { WebhookLog, WebhookRedelivery, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Webhooks on their way to an address, with their attempts. */
@Controller('webhook-deliveries')
export class WebhookDeliveriesController {
  constructor(
    private readonly log: WebhookLog,
    private readonly redelivery: WebhookRedelivery,
  ) {}

  @Get()
  @EnvironmentAccess('environment:webhooks:read')
  list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listWebhookDeliveriesQuerySchema }) query: ListWebhookDeliveriesQuery,
  ): Promise<ListWebhookDeliveriesResponse> {
    return this.log.listDeliveries(environmentId, query);
  }

  @Get(':id')
  @EnvironmentAccess('environment:webhooks:read')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: webhookDeliveryParamsSchema }) { id }: { id: string },
  ): Promise<WebhookDeliveryResponse> {
    return { data: await this.log.getDelivery(environmentId, id) };
  }

  @Post(':id/redeliver')
  @HttpCode(200)
  @EnvironmentAccess('environment:webhooks:write')
  async redeliver(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: webhookDeliveryParamsSchema }) { id }: { id: string },
  ): Promise<WebhookDeliveryResponse> {
    await this.redelivery.redeliver(environmentId, id);
    return { data: await this.log.getDelivery(environmentId, id) };
  }
}
