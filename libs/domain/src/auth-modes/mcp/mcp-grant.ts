import type { Credentials, Provider } from '@svc/contracts';
import { z } from 'zod';
import type { TokenClient } from '../tokens/token-request.js';
import { discoveredUrlSchema, mcpClientSchema, type McpClient, type McpServer } from './mcp-server.js';

/** Where a connection renews its token, and as whom: sealed with its credentials. */
const mcpGrantSchema = z.object({
  token_url: discoveredUrlSchema,
  resource: z.string(),
  /** Of a client that belongs neither to the integration nor to the person. */
  client: mcpClientSchema.optional(),
});
export type McpGrant = z.infer<typeof mcpGrantSchema>;

/** Name of the {@link McpGrant} in the credentials. */
export const MCP_GRANT = 'mcp';

/** Undefined for credentials that were obtained in another way. */
export const mcpGrantOf = (credentials: Credentials): McpGrant | undefined =>
  mcpGrantSchema.safeParse(credentials[MCP_GRANT]).data;

/** What is kept for renewals. The integration's client is read anew each time, since its secret may be replaced. */
export const toMcpGrant = ({ tokenUrl, resource }: McpServer, client: McpClient): McpGrant => ({
  token_url: tokenUrl,
  resource,
  ...(client.authMethod && { client }),
});

export const tokenClientOf = ({ id, secret }: McpClient): TokenClient => ({ id, secret });

/** A client that was registered proves itself as agreed then, whatever the definition says. */
export const provedAs = (provider: Provider, { authMethod }: Pick<McpClient, 'authMethod'>): Provider =>
  authMethod === undefined
    ? provider
    : {
        ...provider,
        authorization_method: 'body',
        token_request_auth_method: authMethod === 'client_secret_basic' ? 'basic' : undefined,
      };
