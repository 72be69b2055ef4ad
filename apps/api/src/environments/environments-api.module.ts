import { Module } from '@nestjs/common';
import { AccountsModule } from '@svc/domain';
import { ApiKeysController } from './api-keys.controller.js';
import { EnvironmentsController } from './environments.controller.js';
import { WebhookSigningKeyController } from './webhook-signing-key.controller.js';

/** `/environments` and `/environment`. */
@Module({
  imports: [AccountsModule],
  controllers: [EnvironmentsController, ApiKeysController, WebhookSigningKeyController],
})
export class EnvironmentsApiModule {}
