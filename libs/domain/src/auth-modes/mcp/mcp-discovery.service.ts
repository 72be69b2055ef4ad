import { Injectable } from '@nestjs/common';
import type { JsonAnswer, JsonRequest } from '@svc/http';
import { processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi';
import { z } from 'zod';
import { readTokenBody } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure, tokenFailureOf } from '../tokens/token-failure.js';
import { challengeOf, type Challenge } from './challenge.js';
import { mcpServerSchema, type McpServer } from './mcp-server.js';
import { authorizationServerUrls, covers, resourceMetadataUrls } from './well-known-urls.js';

const resourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.url({ protocol: /^https?$/ })).optional(),
  scopes_supported: z.array(z.string()).optional(),
});
type Resource = z.infer<typeof resourceSchema>;

/** A call that every MCP server understands, so that one that wants a token says so. */
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'integration-gateway', version: '1' },
  },
});

/**
 * Finds out how to get a token for an MCP server (MCP, "Authorization"): what protects it (RFC 9728), then the authorization
 * server's own description (RFC 8414, OpenID Connect Discovery). Every address passes the guard.
 */
@Injectable()
export class McpDiscovery {
  constructor(private readonly endpoint: TokenEndpoint) {}

  /** @throws TokenFailure `misconfigured` when the server tells too little, `provider_down` when it does not answer. */
  async discover(address: string, signal: AbortSignal): Promise<McpServer> {
    const server = new URL(address);
    const challenge = await this.challenge(server, signal);
    const resource = await this.resource(server, challenge, signal);
    // Before RFC 9728 a server was its own authorization server.
    const issuer = new URL(resource?.authorization_servers?.[0] ?? server.origin);
    const found = await this.authorizationServer(issuer, signal);
    if (!found.code_challenge_methods_supported?.includes('S256'))
      throw insufficient(server, `${issuer.origin} does not support PKCE with S256, which MCP wants`);
    const { data, error } = mcpServerSchema.safeParse({
      issuer: found.issuer,
      namesIssuer: found.authorization_response_iss_parameter_supported === true,
      authorizationUrl: found.authorization_endpoint,
      tokenUrl: found.token_endpoint,
      registrationUrl: found.registration_endpoint,
      takesMetadataDocuments: found['client_id_metadata_document_supported'] === true,
      authMethods: found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'],
      resource: resource?.resource ?? withoutFragment(server),
      scopes: scopesOf(challenge, resource, found),
    });
    if (data) return data;
    const [issue] = error.issues;
    throw insufficient(
      server,
      `the description of ${issuer.origin} is wrong: ${issue?.path.join('.')} ${issue?.message}`,
    );
  }

  private async challenge(server: URL, signal: AbortSignal): Promise<Challenge> {
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const answer = await this.send({ method: 'POST', url: server.href, headers, body: INITIALIZE }, signal);
    return challengeOf(answer.headers['www-authenticate']);
  }

  private async resource(server: URL, { metadataUrl }: Challenge, signal: AbortSignal): Promise<Resource | undefined> {
    for (const url of [...(metadataUrl ? [metadataUrl] : []), ...resourceMetadataUrls(server)]) {
      const answer = await this.read(url, signal);
      const { data } = resourceSchema.safeParse(answer?.json);
      if (!data) continue;
      if (covers(data.resource, server)) return data;
      throw insufficient(server, `it describes itself as ${data.resource}`);
    }
    return undefined;
  }

  private async authorizationServer(issuer: URL, signal: AbortSignal): Promise<AuthorizationServer> {
    for (const url of authorizationServerUrls(issuer)) {
      const answer = await this.read(url, signal);
      if (!answer) continue;
      try {
        const { status, headers, text } = answer;
        return await processDiscoveryResponse(issuer, new Response(text, { status, headers }));
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : 'it cannot be read';
        throw insufficient(issuer, `its description at ${url} does not hold: ${reason}`);
      }
    }
    throw insufficient(issuer, 'it does not describe itself as an authorization server (RFC 8414)');
  }

  /** A document, or undefined where there is none. */
  private async read(url: string, signal: AbortSignal): Promise<JsonAnswer | undefined> {
    const answer = await this.send({ method: 'GET', url, headers: { accept: 'application/json' } }, signal);
    return answer.status === 200 && typeof answer.json === 'object' ? answer : undefined;
  }

  private async send(request: JsonRequest, signal: AbortSignal): Promise<JsonAnswer> {
    const answer = await this.endpoint.send(request, signal);
    if (answer.status === 429 || answer.status >= 500) throw tokenFailureOf(answer, readTokenBody(answer), 'user');
    return answer;
  }
}

/** What the server asks for, else what it takes; and the scope that refresh tokens need where there is one. */
function scopesOf({ scopes }: Challenge, resource: Resource | undefined, found: AuthorizationServer): string[] {
  const wanted = scopes ?? resource?.scopes_supported ?? [];
  const offline = found.scopes_supported?.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...wanted, ...offline])];
}

const withoutFragment = (url: URL): string => url.href.split('#', 1)[0]?.replace(/\/$/, '') ?? url.href;

const insufficient = (server: URL, reason: string): TokenFailure =>
  new TokenFailure('misconfigured', `${server.host} cannot be connected: ${reason}.`);
