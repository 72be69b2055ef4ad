import { Module } from '@nestjs/common';
import { OperationLog } from './operation-log.service.js';
import { OperationRetention } from './operation-retention.service.js';

/** Operations and their log lines. */
@Module({ providers: [OperationLog, OperationRetention], exports: [OperationLog, OperationRetention] })
export class LogsModule {}
