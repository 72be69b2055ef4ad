import { Module } from '@nestjs/common';
import { RecordsModule } from '@svc/domain';
import { RecordsController } from './records.controller.js';

/** `/records`. */
@Module({ imports: [RecordsModule], controllers: [RecordsController] })
export class RecordsApiModule {}
