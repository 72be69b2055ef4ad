import { Inject, Injectable } from '@nestjs/common';
import type { RunTriggerAction } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { RunClaims } from '../runs/run-claims.js';
import { SynchronousActions } from './synchronous-actions.service.js';

/** Functions that trigger each other, each waiting for the next. */
const MAX_DEPTH = 5;

/** Actions that running functions trigger (helper `triggerAction`). */
@Injectable()
export class NestedActions {
  constructor(@Inject(SynchronousActions) private readonly actions: Pick<SynchronousActions, 'run'>) {}

  /**
   * Runs an action for a function that waits for it.
   * @param environmentName of the run's environment.
   * @returns JSON text of a `TriggeredActionOutcome`; a failure of the action is the function's to handle.
   */
  async trigger(
    run: RunClaims,
    environmentName: string,
    action: RunTriggerAction,
    signal: AbortSignal,
  ): Promise<string> {
    const callers = [...(run.callers ?? []), run.functionName];
    try {
      if (callers.length > MAX_DEPTH) throw tooDeep([...callers, action.action_name]);
      const call = {
        environmentId: run.environmentId,
        environmentName,
        providerConfigKey: action.provider_config_key ?? run.providerConfigKey,
        connectionId: action.connection_id ?? run.connectionKey,
        actionName: action.action_name,
        input: action.input,
        callers,
      };
      return `{"outcome":"completed","output":${await this.actions.run(call, signal)}}`;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return JSON.stringify({ outcome: 'failed', error: { status: error.status, ...error.toEnvelope().error } });
    }
  }
}

const tooDeep = (chain: readonly string[]): AppError =>
  new AppError(
    'action_nesting_too_deep',
    `Functions trigger each other more than ${MAX_DEPTH} deep: ${chain.join(' > ')}. Is it a cycle?`,
  );
