import { Module } from '@nestjs/common';
import { IntegrationsModule as IntegrationsDomain } from '@svc/domain';
import { IntegrationsController } from './integrations.controller.js';

/** `/integrations`. */
@Module({ imports: [IntegrationsDomain], controllers: [IntegrationsController] })
export class IntegrationsModule {}
