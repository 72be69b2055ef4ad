import { Module } from '@nestjs/common';
import { SyncsModule } from '@svc/domain';
import { SyncCheckpointsController } from './sync-checkpoints.controller.js';
import { SyncRunsController } from './sync-runs.controller.js';
import { SyncVariantsController } from './sync-variants.controller.js';
import { SyncsController } from './syncs.controller.js';

/** `/sync`. */
@Module({
  imports: [SyncsModule],
  controllers: [SyncCheckpointsController, SyncRunsController, SyncsController, SyncVariantsController],
})
export class SyncsApiModule {}
