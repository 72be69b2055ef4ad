import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { IntegrationReader } from './integration-reader.service.js';
import { IntegrationWriter } from './integration-writer.service.js';

/** Integrations: the configuration of providers in an environment. */
@Module({
  imports: [CredentialsModule, SyncsModule],
  providers: [IntegrationReader, IntegrationWriter],
  exports: [IntegrationReader, IntegrationWriter],
})
export class IntegrationsModule {}
