import { Injectable } from '@nestjs/common';
import type { FunctionDefinition } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { FunctionRegistry } from '../functions/function-registry.service.js';
import type { ActionCall } from './action-call.js';

/** An action as a tool of a language model. */
export interface ActionTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object; undefined where the action takes no input. */
  readonly inputSchema: Readonly<Record<string, unknown>> | undefined;
}

/** The actions that a language model may use on a connection. */
@Injectable()
export class ActionTools {
  constructor(
    private readonly connections: ConnectionLookup,
    private readonly functions: FunctionRegistry,
  ) {}

  /**
   * The enabled actions of the connection's integration that take an object or nothing, by name.
   * @throws {AppError} `unknown_connection`.
   */
  async list(
    address: Pick<ActionCall, 'environmentId' | 'providerConfigKey' | 'connectionId'>,
  ): Promise<readonly ActionTool[]> {
    const { integration, connection } = await this.connections.find(address);
    if (!integration || !connection) {
      throw new AppError(
        'unknown_connection',
        `There is no connection "${address.connectionId}" of an integration "${address.providerConfigKey}".`,
      );
    }
    const actions = await this.functions.listPublished([integration.id], 'action');
    return actions
      .filter(({ enabled }) => enabled)
      .map(({ name, definition }) => ({
        name,
        description: definition.description,
        inputSchema: inputSchemaOf(definition),
      }))
      .filter(({ inputSchema }) => inputSchema === undefined || inputSchema['type'] === 'object');
  }
}

const inputSchemaOf = ({ input, schemas }: FunctionDefinition): ActionTool['inputSchema'] =>
  input === null ? undefined : (schemas[input] ?? {});
