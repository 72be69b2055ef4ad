import { Injectable } from '@nestjs/common';
import { ActionTargetRepository, Database } from '@svc/database';
import { AppError } from '@svc/errors';
import type { ActionCall, ActionTarget } from './action-call.js';

/** Finds what a call names. */
@Injectable()
export class ActionTargets {
  private readonly repository: ActionTargetRepository;

  constructor(database: Database) {
    this.repository = new ActionTargetRepository(database);
  }

  /** @throws {AppError} `unknown_connection`, `not_found` for the action, `disabled_resource`. */
  async find(call: ActionCall): Promise<ActionTarget> {
    const { providerConfigKey, connectionId, actionName } = call;
    const found = await this.repository.find(call);
    if (!found?.connection) {
      throw new AppError(
        'unknown_connection',
        `No connection "${connectionId}" of the integration "${providerConfigKey}" exists.`,
      );
    }
    const { integration, connection, action } = found;
    if (!action) {
      throw new AppError(
        'not_found',
        `action_name: the integration "${providerConfigKey}" has no action "${actionName}". Deploy it first.`,
      );
    }
    if (!action.enabled) throw new AppError('disabled_resource', `The action "${actionName}" is disabled.`);
    return { integration, connection, action };
  }
}
