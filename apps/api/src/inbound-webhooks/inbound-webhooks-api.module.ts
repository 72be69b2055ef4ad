import { Module } from '@nestjs/common';
import { InboundWebhooksModule } from '@svc/domain';
import { EdgeModule } from '../edge/edge.module.js';
import { InboundWebhooksController } from './inbound-webhooks.controller.js';
import { WebhookRoutes } from './webhook.routes.js';

/** `/webhook` and `/inbound-webhooks`. */
@Module({
  imports: [EdgeModule, InboundWebhooksModule],
  controllers: [InboundWebhooksController],
  providers: [WebhookRoutes],
})
export class InboundWebhooksApiModule {}
