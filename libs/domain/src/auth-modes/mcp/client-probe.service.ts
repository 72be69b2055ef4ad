import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { AuthSubject } from '../auth-subject.js';
import { createPkcePair } from '../oauth2/pkce-pair.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { writeTokenRequest } from '../tokens/token-request.js';
import { provedAs, tokenClientOf } from './mcp-grant.js';
import type { McpClient, McpServer } from './mcp-server.js';

export interface ProbedClient {
  readonly server: McpServer;
  readonly client: McpClient;
  readonly redirectUri: string;
}

/** Asks an authorization server whether it still knows a client. */
@Injectable()
export class ClientProbe {
  constructor(private readonly endpoint: TokenEndpoint) {}

  /**
   * Offers a code that nobody was given: the client is judged before the code (RFC 6749, section 5.2). Whatever else is
   * answered, an outage too, says nothing against the client.
   */
  async isKnown(
    subject: AuthSubject,
    { server, client, redirectUri }: ProbedClient,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { verifier } = await createPkcePair();
    try {
      const request = await writeTokenRequest(
        { ...subject, provider: provedAs(subject.provider, client) },
        {
          url: server.tokenUrl,
          templates: { grant_type: 'authorization_code' },
          literals: {
            code: randomUUID(),
            redirect_uri: redirectUri,
            code_verifier: verifier,
            resource: server.resource,
          },
          client: tokenClientOf(client),
        },
      );
      await this.endpoint.ask({ request, owner: 'client', tokenPath: undefined, signal });
      return true;
    } catch (error) {
      if (error instanceof TokenFailure) return error.answer?.error !== 'invalid_client';
      throw error;
    }
  }
}
