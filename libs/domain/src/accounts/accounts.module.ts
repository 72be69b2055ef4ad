import { Module } from '@nestjs/common';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { ApiKeysService } from './api-keys.service.js';
import { EnvironmentDeletion } from './environment-deletion.service.js';
import { EnvironmentPresentations } from './environment-presentations.service.js';
import { EnvironmentVariablesService } from './environment-variables.service.js';
import { EnvironmentsService } from './environments.service.js';
import { KeyAuthenticator } from './key-authenticator.service.js';
import { VariableMasks } from './variable-masks.service.js';
import { WebhookSigningKeys } from './webhook-signing-keys.service.js';

const SERVICES = [
  KeyAuthenticator,
  EnvironmentsService,
  EnvironmentDeletion,
  EnvironmentPresentations,
  ApiKeysService,
  EnvironmentVariablesService,
  VariableMasks,
  WebhookSigningKeys,
];

/** Accounts, environments, keys and variables. */
@Module({ imports: [RevocationsModule, SyncsModule], providers: SERVICES, exports: SERVICES })
export class AccountsModule {}
