import { Module } from '@nestjs/common';
import { AccountsModule } from '@svc/domain';
import { ApiKeysController } from './api-keys.controller.js';
import { EnvironmentVariablesController } from './environment-variables.controller.js';
import { EnvironmentsController } from './environments.controller.js';
import { WebhookSigningKeyController } from './webhook-signing-key.controller.js';

/** `/environments`, `/environment` and `/environment-variables`. */
@Module({
  imports: [AccountsModule],
  controllers: [EnvironmentsController, ApiKeysController, WebhookSigningKeyController, EnvironmentVariablesController],
})
export class AccountsApiModule {}
