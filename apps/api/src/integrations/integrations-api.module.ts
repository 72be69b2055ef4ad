import { Module } from '@nestjs/common';
import { IntegrationsModule } from '@svc/domain';
import { IntegrationsController } from './integrations.controller.js';

/** `/integrations`. */
@Module({ imports: [IntegrationsModule], controllers: [IntegrationsController] })
export class IntegrationsApiModule {}
