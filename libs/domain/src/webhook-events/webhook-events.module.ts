import { Module } from '@nestjs/common';
import { WebhookDispatchModule } from '../deliveries/webhook-dispatch.module.js';
import { ActionEvents } from './action-events.service.js';
import { AuthEvents } from './auth-events.service.js';
import { SyncEvents } from './sync-events.service.js';
import { WebhookEventRetention } from './webhook-event-retention.service.js';

/** What customers are told. */
@Module({
  imports: [WebhookDispatchModule],
  providers: [ActionEvents, AuthEvents, SyncEvents, WebhookEventRetention],
  exports: [ActionEvents, AuthEvents, SyncEvents, WebhookEventRetention],
})
export class WebhookEventsModule {}
