import { Module } from '@nestjs/common';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { ApiKeysService } from './api-keys.service.js';
import { EnvironmentDeletion } from './environment-deletion.service.js';
import { EnvironmentPresentations } from './environment-presentations.service.js';
import { EnvironmentsService } from './environments.service.js';
import { KeyAuthenticator } from './key-authenticator.service.js';
import { VariableMasksModule } from './variable-masks.module.js';
import { WebhookSigningKeys } from './webhook-signing-keys.service.js';

const SERVICES = [
  KeyAuthenticator,
  EnvironmentsService,
  EnvironmentDeletion,
  EnvironmentPresentations,
  ApiKeysService,
  WebhookSigningKeys,
];

/** Accounts, environments, keys and variables. */
@Module({
  imports: [RevocationsModule, SyncsModule, VariableMasksModule],
  providers: SERVICES,
  exports: [...SERVICES, VariableMasksModule],
})
export class AccountsModule {}
