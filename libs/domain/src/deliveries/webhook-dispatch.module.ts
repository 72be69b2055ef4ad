import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { WebhookDispatch } from './webhook-dispatch.service.js';
import { WebhookForwarding } from './webhook-forwarding.service.js';

/** What writes webhooks to customers down. */
@Module({
  imports: [LanesModule],
  providers: [WebhookDispatch, WebhookForwarding],
  exports: [WebhookDispatch, WebhookForwarding],
})
export class WebhookDispatchModule {}
