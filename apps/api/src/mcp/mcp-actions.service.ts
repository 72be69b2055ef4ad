import { Inject, Injectable } from '@nestjs/common';
import { ActionTools, LOGGER, SynchronousActions, type ActionCall } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import type { McpTools } from './create-mcp-server.js';
import { JsonRpcError } from './json-rpc-error.js';

/** The actions of a connection for an MCP server. */
@Injectable()
export class McpActions {
  constructor(
    private readonly tools: ActionTools,
    private readonly actions: SynchronousActions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param signal aborted when the caller is gone; a running action is stopped then.
   * @throws {AppError} `unknown_connection`.
   */
  async of(connection: Omit<ActionCall, 'actionName' | 'input'>, signal: AbortSignal): Promise<McpTools> {
    return {
      tools: await this.tools.list(connection),
      call: async (actionName, input) => {
        try {
          return await this.actions.run({ ...connection, actionName, input }, signal);
        } catch (error) {
          if (!(error instanceof AppError)) this.logger.error({ err: error }, 'a tool of an MCP server failed');
          throw new JsonRpcError(error);
        }
      },
    };
  }
}
