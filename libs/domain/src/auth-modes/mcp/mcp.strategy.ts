import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import { McpAuthorization } from './mcp-authorization.js';
import { McpRenewal } from './mcp-renewal.js';

/** MCP servers, those of a definition and those that an end user names. */
@Injectable()
export class McpStrategy implements AuthStrategy {
  readonly modes = ['MCP_OAUTH2', 'MCP_OAUTH2_GENERIC'] as const;

  constructor(
    readonly redirect: McpAuthorization,
    readonly renewal: McpRenewal,
  ) {}
}
