import { Module } from '@nestjs/common';
import { LogsModule } from '@svc/domain';
import { OperationsController } from './operations.controller.js';

/** `/logs/operations`. */
@Module({ imports: [LogsModule], controllers: [OperationsController] })
export class LogsApiModule {}
