import { json, type Answer } from './answer.js';
import type { OAuth2Server } from './oauth2-server.js';
import { authorizationOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** An MCP server and what a client can find out about it (MCP authorization; RFC 9728, 8414, 7591). */
export class McpServer implements Protocol {
  /** Whether clients may register themselves. */
  isRegistrationOpen = true;
  /** Whether the address of a metadata document may be a client's id. */
  takesClientMetadata = true;
  /** Without it a client must guess from the server's address, as before RFC 9728. */
  hasResourceMetadata = true;

  readonly routes: readonly Route[] = [
    { method: '*', path: '/mcp', handle: (request) => this.call(request) },
    { method: '*', path: '/mcp/', handle: (request) => this.call(request) },
    { method: 'GET', path: '/.well-known/oauth-protected-resource', handle: () => this.resourceMetadata() },
    { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp', handle: () => this.resourceMetadata() },
    { method: 'GET', path: '/.well-known/oauth-authorization-server', handle: () => this.serverMetadata() },
    { method: 'POST', path: '/register', handle: (request) => this.register(request) },
  ];

  constructor(
    private readonly origin: () => string,
    private readonly oauth2: OAuth2Server,
  ) {}

  /** Address of the server, which is also the resource that tokens are asked for. */
  get url(): string {
    return `${this.origin()}/mcp`;
  }

  private call(request: ReceivedRequest): Answer {
    const grant = this.oauth2.grants.findByAccessToken(authorizationOf(request, 'Bearer') ?? '');
    // A token for another resource is not for us (RFC 8707).
    if (grant?.resource !== this.url) {
      const where = `${this.origin()}/.well-known/oauth-protected-resource/mcp`;
      const challenge = this.hasResourceMetadata ? `Bearer resource_metadata="${where}"` : 'Bearer';
      return json(401, { error: 'invalid_token' }, { 'www-authenticate': challenge });
    }
    const serverInfo = { name: 'fake', version: '1' };
    return json(200, { jsonrpc: '2.0', id: request.fields['id'] ?? 1, result: { serverInfo, capabilities: {} } });
  }

  private resourceMetadata(): Answer {
    if (!this.hasResourceMetadata) return json(404, { error: 'not_found' });
    return json(200, { resource: this.url, authorization_servers: [this.origin()], scopes_supported: ['mcp'] });
  }

  private serverMetadata(): Answer {
    const origin = this.origin();
    return json(200, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      revocation_endpoint: `${origin}/revoke`,
      ...(this.isRegistrationOpen && { registration_endpoint: `${origin}/register` }),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      client_id_metadata_document_supported: this.takesClientMetadata,
    });
  }

  private register(request: ReceivedRequest): Answer {
    if (!this.isRegistrationOpen) return json(403, { error: 'access_denied' });
    return this.oauth2.clients.register(request);
  }
}
