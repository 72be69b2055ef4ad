import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { EnvironmentCaller } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { ConnectionFromHeaders, type NamedConnection } from '../edge/connection-headers.decorator.js';
import { signalOf } from '../edge/signal-of.js';
import { createMcpServer } from './create-mcp-server.js';
import { McpActions } from './mcp-actions.service.js';

/** MCP over stateless Streamable HTTP: the actions of one connection as tools (wire contract, section 13). */
@Controller('mcp')
@EnvironmentAccess('environment:mcp')
export class McpController {
  constructor(private readonly actions: McpActions) {}

  @Post()
  async handle(
    @CurrentEnvironment() { environmentId, environmentName }: EnvironmentCaller,
    @ConnectionFromHeaders() connection: NamedConnection,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const tools = await this.actions.of({ environmentId, environmentName, ...connection }, signalOf(reply));
    const server = createMcpServer(tools);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(webRequestOf(request), { parsedBody: request.body });
      void reply.code(answer.status).headers(Object.fromEntries(answer.headers));
      return await answer.text();
    } finally {
      await server.close();
    }
  }

  /** There is no stream of the server's own to listen to, and no session to end. */
  @Get()
  @HttpCode(405)
  listen(@Res({ passthrough: true }) reply: FastifyReply): object {
    return notAllowed(reply);
  }

  @Delete()
  @HttpCode(405)
  end(@Res({ passthrough: true }) reply: FastifyReply): object {
    return notAllowed(reply);
  }
}

/** The head of the request; its body has been read. */
const webRequestOf = ({ headers }: FastifyRequest): Request =>
  new Request('http://gateway/mcp', {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  });

const notAllowed = (reply: FastifyReply): object => {
  void reply.header('Allow', 'POST');
  return {
    jsonrpc: '2.0',
    error: { code: ErrorCode.ConnectionClosed, message: 'Method not allowed: send each message with POST.' },
    id: null,
  };
};
