import { Module } from '@nestjs/common';
import { ProvidersModule } from '@svc/domain';
import { ProvidersController } from './providers.controller.js';
import { PublicCatalogueController } from './public-catalogue.controller.js';

/** `/providers`, `/providers.json` and the logos. The catalogue itself comes from the core module. */
@Module({ imports: [ProvidersModule], controllers: [ProvidersController, PublicCatalogueController] })
export class ProvidersApiModule {}
