import { Injectable } from '@nestjs/common';
import type { AuthSubject } from '../auth-subject.js';
import { authorizationUrl } from '../oauth2/authorization-url.js';
import { CodeExchange } from '../oauth2/code-exchange.service.js';
import { createPkcePair } from '../oauth2/pkce-pair.js';
import { scopesOf } from '../oauth2/scopes.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import { publicContext } from '../public-context.js';
import type {
  AuthorizationCallback,
  AuthorizationOutcome,
  AuthorizationRequest,
  AuthorizationStart,
  RedirectAuthorization,
} from '../redirect-authorization.js';
import { ClientRegistrations } from './client-registrations.service.js';
import { McpClients } from './mcp-clients.service.js';
import { MCP_GRANT, provedAs, tokenClientOf, toMcpGrant } from './mcp-grant.js';
import { mcpClientSchema, mcpServerSchema, type McpClient, type McpServer } from './mcp-server.js';
import { McpServers } from './mcp-servers.service.js';

/** MCP servers: the authorization code grant with PKCE, for a resource (MCP, "Authorization"; RFC 8707). */
@Injectable()
export class McpAuthorization implements RedirectAuthorization {
  constructor(
    private readonly servers: McpServers,
    private readonly clients: McpClients,
    private readonly registrations: ClientRegistrations,
    private readonly exchange: CodeExchange,
  ) {}

  async begin(subject: AuthSubject, request: AuthorizationRequest, signal: AbortSignal): Promise<AuthorizationStart> {
    const server = await this.servers.of(subject, signal);
    const client = await this.clients.obtain(subject, server, request, signal);
    const { verifier, challenge } = await createPkcePair();
    const scopes = scopesFor(subject, server, request);
    // OpenID providers give refresh tokens only where the person is asked for them.
    const consent = scopes.includes('offline_access') && { prompt: 'consent' };
    const params = { resource: server.resource, ...consent };
    const discovered = { url: server.authorizationUrl, scopes, params };
    return {
      url: authorizationUrl(subject, { clientId: client.id, request, challenge, discovered }),
      memory: { verifier, server: JSON.stringify(server), client: JSON.stringify(client) },
    };
  }

  async complete(
    subject: AuthSubject,
    callback: AuthorizationCallback,
    signal: AbortSignal,
  ): Promise<AuthorizationOutcome> {
    const server = mcpServerSchema.parse(JSON.parse(callback.memory['server'] ?? ''));
    const client = mcpClientSchema.parse(JSON.parse(callback.memory['client'] ?? ''));
    const obtained = await this.redeem(subject, { callback, server, client }, signal);
    const credentials = { ...obtained.credentials, [MCP_GRANT]: toMcpGrant(server, client) };
    return { kind: 'obtained', obtained: { ...obtained, credentials } };
  }

  private async redeem(
    subject: AuthSubject,
    { callback, server, client }: Redemption,
    signal: AbortSignal,
  ): Promise<ObtainedCredentials> {
    const parts = {
      url: server.tokenUrl,
      client: tokenClientOf(client),
      rules: { issuer: server.issuer, namesIssuer: server.namesIssuer },
      literals: { resource: server.resource },
    };
    const proved = { ...subject, provider: provedAs(subject.provider, client) };
    return this.registrations.watch(subject.integration.id, client, () =>
      this.exchange.run(proved, callback, parts, signal),
    );
  }
}

interface Redemption {
  readonly callback: AuthorizationCallback;
  readonly server: McpServer;
  readonly client: McpClient;
}

function scopesFor(subject: AuthSubject, server: McpServer, { userScopes }: AuthorizationRequest): readonly string[] {
  const asked = scopesOf(subject, publicContext(subject), userScopes);
  return asked.length > 0 ? asked : server.scopes;
}
