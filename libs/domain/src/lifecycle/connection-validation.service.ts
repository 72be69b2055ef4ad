import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { RunFailure } from '@svc/contracts';
import type { PublishedFunction } from '@svc/database';
import { AppError } from '@svc/errors';
import { CONFIG } from '../core/core.tokens.js';
import { LifecycleFunctions } from './lifecycle-functions.service.js';
import { LifecycleRuns, type LifecycleSubject } from './lifecycle-runs.service.js';

const EVENT = 'validate-connection';

/** Why a connection is not taken. */
export interface Refusal {
  /** 400 `connection_validation_failed`. */
  readonly error: AppError;
  /** Operation of the log that tells more. */
  readonly logId: string;
}

/** Functions that decide whether a connection is taken (wire contract, section 16). */
@Injectable()
export class ConnectionValidation {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly functions: LifecycleFunctions,
    private readonly runs: LifecycleRuns,
  ) {}

  /** Those that an integration has. */
  async functionsOf(integrationId: number): Promise<PublishedFunction[]> {
    return await this.functions.of(integrationId, EVENT);
  }

  /**
   * Asks one after the other; all together may take as long as a caller waits. One that cannot be asked refuses.
   * @returns the first refusal; undefined when there is none.
   */
  async check(subject: LifecycleSubject, validators: readonly PublishedFunction[]): Promise<Refusal | undefined> {
    const deadline = Date.now() + this.config.lifecycle.waitMs;
    for (const validator of validators) {
      const planned = this.runs.plan(subject, validator, EVENT);
      const failure = await this.runs.call(planned, Math.max(1, deadline - Date.now()));
      if (failure) return { error: errorOf(validator.name, failure), logId: planned.operationId };
    }
    return undefined;
  }
}

/** What the function threw is for the person who connects. */
function errorOf(functionName: string, { type, message, payload }: RunFailure): AppError {
  const isSaid = type === 'action_error' || type === 'function_error';
  const said = isSaid ? message : `it could not be finished (${type}): ${message}`;
  return new AppError(
    'connection_validation_failed',
    `The function "${functionName}" refused the connection: ${said}`,
    {
      payload: { function: functionName, reason: type, ...(type === 'action_error' && { details: payload }) },
    },
  );
}
