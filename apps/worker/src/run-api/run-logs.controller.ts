import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { runLogBatchSchema, type RunLogBatch } from '@svc/contracts';
import { OperationLog, type RunClaims } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';

/** Lines that functions log, into the operation of their run. */
@Controller('run/logs')
export class RunLogsController {
  constructor(private readonly operations: OperationLog) {}

  @Post()
  @HttpCode(204)
  add(
    @CurrentRun() { operationId }: RunClaims,
    @Body({ schema: runLogBatchSchema }) { lines, dropped = 0 }: RunLogBatch,
  ): void {
    for (const { at, ...line } of lines) this.operations.log(operationId, { ...line, at: new Date(at) });
    if (dropped > 0)
      this.operations.log(operationId, {
        level: 'warn',
        message: `${dropped} lines were dropped because the function logged more than it may.`,
      });
  }
}
