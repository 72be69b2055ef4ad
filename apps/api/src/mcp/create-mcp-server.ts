import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { ActionTool } from '@svc/domain';
import { AppError } from '@svc/errors';
import { JsonRpcError } from './json-rpc-error.js';

const INFO = { name: 'integration-gateway', version: '1.0.0' };
/** Costs milliseconds to make, and keeps nothing of a request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** What an MCP server stands on. */
export interface McpTools {
  readonly tools: readonly ActionTool[];
  /** Runs an action; answers JSON text. */
  readonly call: (actionName: string, input: unknown) => Promise<string>;
}

/** An MCP server whose tools are actions. It lives for one request. */
export function createMcpServer({ tools, call }: McpTools): Server {
  const server = new Server(INFO, { capabilities: { tools: {} }, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new JsonRpcError(unknownTool(params.name));
    // An action that takes nothing is called with nothing, whatever the model sent along.
    return toResult(await call(tool.name, tool.inputSchema === undefined ? undefined : (params.arguments ?? {})));
  });
  return server;
}

const unknownTool = (name: string): AppError =>
  new AppError('not_found', `There is no tool "${name}": tools/list names those that there are.`);

const toTool = ({ name, description, inputSchema = {} }: ActionTool): Tool => ({
  name,
  description,
  inputSchema: { ...inputSchema, type: 'object' },
});

const toResult = (outputJson: string): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(JSON.parse(outputJson), null, 2) }],
});
