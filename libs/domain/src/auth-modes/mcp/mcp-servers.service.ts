import { Injectable } from '@nestjs/common';
import { AppError, invalidBody } from '@svc/errors';
import { interpolateUrl } from '@svc/providers';
import type { AuthSubject } from '../auth-subject.js';
import { tokenUrlOf } from '../oauth2/token-url.js';
import { publicContext } from '../public-context.js';
import { McpDiscovery } from './mcp-discovery.service.js';
import { mcpServerSchema, type McpServer } from './mcp-server.js';

/** How to get a token for the MCP server of a subject: by its definition, or found out from the server itself. */
@Injectable()
export class McpServers {
  constructor(private readonly discovery: McpDiscovery) {}

  /**
   * @throws AppError `invalid_body` when an address is missing.
   * @throws TokenFailure
   */
  async of(subject: AuthSubject, signal: AbortSignal): Promise<McpServer> {
    const { provider, connectionConfig } = subject;
    if (provider.auth_mode === 'MCP_OAUTH2_GENERIC')
      return this.discovery.discover(serverUrlOf(connectionConfig['mcp_server_url']), signal);
    const resource = addressOf(subject, provider.mcp_server_url ?? provider.proxy?.base_url);
    if (provider.authorization_url === undefined) return this.discovery.discover(resource, signal);
    return mcpServerSchema.parse({
      issuer: provider.issuer,
      namesIssuer: false,
      authorizationUrl: addressOf(subject, provider.authorization_url),
      tokenUrl: addressOf(subject, tokenUrlOf(provider, 'MCP_OAUTH2')),
      registrationUrl: provider.registration_url && addressOf(subject, provider.registration_url),
      takesMetadataDocuments: provider.client_registration === 'cimd',
      authMethods: ['none', 'client_secret_post', 'client_secret_basic'],
      resource,
      scopes: [],
    });
  }
}

const addressOf = (subject: AuthSubject, template = ''): string =>
  interpolateUrl(template, publicContext(subject), { code: 'invalid_body' });

function serverUrlOf(value: unknown): string {
  if (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)) return value;
  throw invalidServer();
}

const invalidServer = (): AppError =>
  invalidBody({
    code: 'invalid_format',
    path: ['connection_config', 'mcp_server_url'],
    message: 'must be the address of the MCP server, such as https://mcp.example.com/mcp',
  });
