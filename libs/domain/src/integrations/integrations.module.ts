import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { IntegrationDeletion } from './integration-deletion.service.js';
import { IntegrationReader } from './integration-reader.service.js';
import { IntegrationWriter } from './integration-writer.service.js';

/** Integrations: the configuration of providers in an environment. */
@Module({
  imports: [CredentialsModule, LifecycleModule, RevocationsModule, SyncsModule],
  providers: [IntegrationDeletion, IntegrationReader, IntegrationWriter],
  exports: [IntegrationDeletion, IntegrationReader, IntegrationWriter],
})
export class IntegrationsModule {}
