import { Module } from '@nestjs/common';
import { DeliveriesModule } from '@svc/domain';
import { EdgeModule } from '../edge/edge.module.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookEventsController } from './webhook-events.controller.js';
import { WebhookSettingsController } from './webhook-settings.controller.js';

/** `/webhook-events`, `/webhook-deliveries`, `/webhook-endpoints` and `/environment/webhook-settings`. */
@Module({
  imports: [DeliveriesModule, EdgeModule],
  controllers: [
    WebhookEventsController,
    WebhookDeliveriesController,
    WebhookEndpointsController,
    WebhookSettingsController,
  ],
})
export class WebhooksApiModule {}
