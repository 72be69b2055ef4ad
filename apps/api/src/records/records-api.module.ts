import { Module } from '@nestjs/common';
import { RecordsModule } from '@svc/domain';
import { HeldDeletionsController } from './held-deletions.controller.js';
import { RecordsController } from './records.controller.js';

/** `/records`. */
@Module({ imports: [RecordsModule], controllers: [HeldDeletionsController, RecordsController] })
export class RecordsApiModule {}
