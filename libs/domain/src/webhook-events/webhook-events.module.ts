import { Module } from '@nestjs/common';
import { AuthEvents } from './auth-events.service.js';
import { SyncEvents } from './sync-events.service.js';
import { WebhookEventRetention } from './webhook-event-retention.service.js';

/** What customers are to be told. */
@Module({
  providers: [AuthEvents, SyncEvents, WebhookEventRetention],
  exports: [AuthEvents, SyncEvents, WebhookEventRetention],
})
export class WebhookEventsModule {}
