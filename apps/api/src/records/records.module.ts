import { Module } from '@nestjs/common';
import { RecordsModule as RecordsDomainModule } from '@svc/domain';
import { RecordsController } from './records.controller.js';

@Module({ imports: [RecordsDomainModule], controllers: [RecordsController] })
export class RecordsModule {}
