import { Module } from '@nestjs/common';
import { SyncsModule as SyncsDomainModule } from '@svc/domain';
import { SyncVariantsController } from './sync-variants.controller.js';
import { SyncsController } from './syncs.controller.js';

@Module({ imports: [SyncsDomainModule], controllers: [SyncsController, SyncVariantsController] })
export class SyncsModule {}
