import { Module } from '@nestjs/common';
import { SyncsModule } from '@svc/domain';
import { SyncVariantsController } from './sync-variants.controller.js';
import { SyncsController } from './syncs.controller.js';

/** `/sync`. */
@Module({ imports: [SyncsModule], controllers: [SyncsController, SyncVariantsController] })
export class SyncsApiModule {}
