import { Module } from '@nestjs/common';
import { OperationLog } from './operation-log.service.js';
import { OperationReader } from './operation-reader.service.js';
import { OperationRetention } from './operation-retention.service.js';

/** Operations and their log lines. */
@Module({
  providers: [OperationLog, OperationReader, OperationRetention],
  exports: [OperationLog, OperationReader, OperationRetention],
})
export class LogsModule {}
