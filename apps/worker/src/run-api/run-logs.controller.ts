import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { runLogBatchSchema, type RunLogBatch } from '@svc/contracts';
import { OperationLog, RunMasks, type RunClaims } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';

/** Lines that functions log, into the operation of their run. What they tell of variables and credentials is hidden. */
@Controller('run/logs')
export class RunLogsController {
  constructor(
    private readonly operations: OperationLog,
    private readonly masks: RunMasks,
  ) {}

  @Post()
  @HttpCode(204)
  async add(
    @CurrentRun() { operationId, environmentId, providerConfigKey, connectionKey: connectionId }: RunClaims,
    @Body({ schema: runLogBatchSchema }) { lines, dropped = 0 }: RunLogBatch,
  ): Promise<void> {
    const mask = await this.masks.of({ environmentId, providerConfigKey, connectionId });
    for (const { at, level, message, payload } of lines)
      this.operations.log(operationId, {
        level,
        message: mask.text(message),
        at: new Date(at),
        ...(payload !== undefined && { payload: mask.json(payload) }),
      });
    if (dropped > 0)
      this.operations.log(operationId, {
        level: 'warn',
        message: `${dropped} lines were dropped because there were more than the log takes at a time.`,
      });
  }
}
