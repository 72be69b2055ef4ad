import { Injectable } from '@nestjs/common';
import type { RunFailure } from '@svc/contracts';
import type { AppError } from '@svc/errors';
import { OperationLog } from '../logs/operation-log.service.js';
import { failureLine } from '../runs/failure-line.js';
import type { ActionCall, ActionSubject } from './action-call.js';

/** The log of actions, for those who write and call them. */
@Injectable()
export class ActionOperations {
  constructor(private readonly operations: OperationLog) {}

  /** @returns the id of the operation. */
  start(
    { environmentId, providerConfigKey, connectionId, actionName }: ActionCall,
    { integration, connection }: ActionSubject,
    isAsync: boolean,
  ): string {
    return this.operations.start({
      environmentId,
      type: 'action',
      action: isAsync ? 'trigger_async' : 'trigger',
      integrationId: integration.id,
      providerConfigKey,
      connectionId: connection.id,
      connectionKey: connectionId,
      functionName: actionName,
    }).id;
  }

  succeed(operationId: string): void {
    this.operations.finish(operationId, { status: 'success' });
  }

  fail(operationId: string, { code, message }: Pick<AppError, 'code' | 'message'>): void {
    this.operations.finish(operationId, {
      status: code === 'script_aborted' ? 'cancelled' : 'failed',
      error: { code, message },
    });
  }

  /** An attempt that failed, with the line of the function's own file. */
  logFailure(operationId: string, failure: RunFailure): void {
    this.operations.log(operationId, failureLine(failure));
  }

  log(operationId: string, level: 'info' | 'warn', message: string): void {
    this.operations.log(operationId, { level, message });
  }
}
