import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { JsonRunResult } from '../runs/runner-client.service.js';
import { ActionAdmission } from './action-admission.service.js';
import type { ActionCall, ActionTarget } from './action-call.js';
import { actionErrorOf } from './action-error.js';
import { ActionOperations } from './action-operations.service.js';
import { ActionRunner } from './action-runner.service.js';
import { ActionTargets } from './action-targets.service.js';

/** Actions that the caller waits for: straight to the runner, so that they work while Temporal is away. */
@Injectable()
export class SynchronousActions {
  constructor(
    private readonly targets: ActionTargets,
    private readonly admission: ActionAdmission,
    private readonly runner: ActionRunner,
    private readonly operations: ActionOperations,
  ) {}

  /**
   * @param signal aborted when the caller is gone; the function is stopped then.
   * @returns JSON text of what the function returned.
   * @throws {AppError} as section 10 of the wire contract says.
   */
  async run(call: ActionCall, signal: AbortSignal): Promise<string> {
    const target = await this.targets.find(call);
    const operationId = this.operations.start(call, target, false);
    try {
      const output = this.outputOf(operationId, await this.start(call, target, operationId, signal));
      this.operations.succeed(operationId);
      return output;
    } catch (error) {
      this.operations.fail(operationId, error instanceof AppError ? error : FAILED_INSIDE);
      throw error;
    }
  }

  private async start(
    call: ActionCall,
    { integration, connection, action }: ActionTarget,
    operationId: string,
    signal: AbortSignal,
  ): Promise<JsonRunResult> {
    const run = {
      runId: randomUUID(),
      attempt: 1,
      operationId,
      environmentId: call.environmentId,
      environmentName: call.environmentName,
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
      provider: integration.provider,
      connectionId: connection.id,
      connectionKey: connection.connectionId,
      actionName: action.name,
      versionId: action.versionId,
      scriptHash: action.scriptHash,
      input: call.input,
      callers: call.callers,
    };
    // Its caller holds a slot already, and would wait for itself.
    if (call.callers) return await this.runner.runWithinWait(run, signal);
    const release = await this.admission.take(run, signal);
    try {
      return await this.runner.runWithinWait(run, signal);
    } finally {
      release();
    }
  }

  private outputOf(operationId: string, result: JsonRunResult): string {
    if (result.outcome === 'completed') return result.outputJson;
    if (result.outcome !== 'failed')
      throw new AppError('action_failure', 'The runner ended the action without a result.');
    this.operations.logFailure(operationId, result.error);
    throw actionErrorOf(result.error);
  }
}

const FAILED_INSIDE = { code: 'generic_error_support', message: 'Something failed inside the gateway.' } as const;
