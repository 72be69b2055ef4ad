import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { FunctionRegistry } from '../functions/function-registry.service.js';
import type { ActionCall, ActionTarget } from './action-call.js';

/** Finds what a call names. */
@Injectable()
export class ActionTargets {
  constructor(
    private readonly connections: ConnectionLookup,
    private readonly functions: FunctionRegistry,
  ) {}

  /** @throws {AppError} `unknown_connection`, `not_found` for the action, `disabled_resource`. */
  async find({ environmentId, providerConfigKey, connectionId, actionName }: ActionCall): Promise<ActionTarget> {
    const { integration, connection } = await this.connections.find({ environmentId, providerConfigKey, connectionId });
    if (!integration || !connection) {
      throw new AppError(
        'unknown_connection',
        `No connection "${connectionId}" of the integration "${providerConfigKey}" exists.`,
      );
    }
    const action = await this.functions.findPublished({
      integrationId: integration.id,
      type: 'action',
      name: actionName,
    });
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
