import { z } from 'zod';

/**
 * An address that was discovered. It is used where definitions have templates, so that signs of one are refused: a server
 * could have itself told a connection's values.
 */
export const discoveredUrlSchema = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/\$\{|\|\|/.test(url), 'is no address');

/** How people and clients come to a token for an MCP server. */
export const mcpServerSchema = z.object({
  /** Who answers (RFC 8414); unknown where the definition has the addresses. */
  issuer: z.string().optional(),
  /** Whether every answer says so (RFC 9207). */
  namesIssuer: z.boolean(),
  authorizationUrl: discoveredUrlSchema,
  tokenUrl: discoveredUrlSchema,
  registrationUrl: discoveredUrlSchema.optional(),
  /** Whether the address of a metadata document may be a client's id. */
  takesMetadataDocuments: z.boolean(),
  /** How clients may prove themselves at the token address. */
  authMethods: z.array(z.string()),
  /** What tokens are asked for (RFC 8707). */
  resource: z.string(),
  /** What the server says that it takes. */
  scopes: z.array(z.string()),
});

/** How people and clients come to a token for an MCP server. */
export type McpServer = z.infer<typeof mcpServerSchema>;

/** How a client proves itself at the token address. */
const authMethodSchema = z.enum(['client_secret_basic', 'client_secret_post', 'none']);

/** A client that an authorization server knows. */
export const mcpClientSchema = z.object({
  id: z.string(),
  secret: z.string().optional(),
  /** The definition's way where it is missing. */
  authMethod: authMethodSchema.optional(),
  /** Of a client that registered itself. */
  registrationKey: z.string().optional(),
});

/** A client that an authorization server knows. */
export type McpClient = z.infer<typeof mcpClientSchema>;
