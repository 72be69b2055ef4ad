import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { DeadLetters } from './dead-letters.service.js';
import { DeliveryKeys } from './delivery-keys.service.js';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';
import { DeliverySender } from './delivery-sender.service.js';
import { DeliverySource } from './delivery-source.service.js';
import { DEFAULT_DELIVERY_TIMING, DELIVERY_TIMING } from './delivery-timing.js';
import { WebhookDispatchModule } from './webhook-dispatch.module.js';
import { WebhookLog } from './webhook-log.service.js';
import { WebhookRedelivery } from './webhook-redelivery.service.js';
import { WebhookSettingsService } from './webhook-settings.service.js';

/** Webhooks to customers: where they go, and how they get there. */
@Module({
  imports: [AccountsModule, ConnectionsModule, LanesModule, LogsModule, WebhookDispatchModule],
  providers: [
    { provide: DELIVERY_TIMING, useValue: DEFAULT_DELIVERY_TIMING },
    DeadLetters,
    DeliveryKeys,
    DeliveryOutcomes,
    DeliverySender,
    DeliverySource,
    WebhookLog,
    WebhookRedelivery,
    WebhookSettingsService,
  ],
  exports: [DeadLetters, DeliverySource, WebhookLog, WebhookRedelivery, WebhookSettingsService],
})
export class DeliveriesModule {}
