import { Injectable } from '@nestjs/common';
import { SecretBox } from '@svc/crypto';
import { ClientRegistrationRepository, Database, SEALED_COLUMNS, type ClientRegistrationKey } from '@svc/database';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readTokenBody } from '../tokens/token-answer.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure, tokenFailureOf } from '../tokens/token-failure.js';
import { mcpClientSchema, type McpClient, type McpServer } from './mcp-server.js';

const PURPOSE = SEALED_COLUMNS.clientRegistration.purpose;

/** A secret that ends sooner is not used for a new authorization, which may take an hour in the browser. */
const MARGIN_MS = 2 * 3_600_000;

/** Servers clean up clients, and tell it to nobody but the person in front of their page: one unseen for so long is tried first. */
const UNSEEN_MS = 24 * 3_600_000;

/** What an authorization server is told of a client (RFC 7591, section 2). */
export interface RegistrationRequest {
  readonly integrationId: number;
  readonly url: string;
  /** Where the client goes then. */
  readonly server: Pick<McpServer, 'authorizationUrl' | 'tokenUrl'>;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly token_endpoint_auth_method: string };
  /** Asks the server whether it still knows a client. */
  readonly isKnown: (client: McpClient) => Promise<boolean>;
}

const answerSchema = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  /** Seconds since 1970; 0 for never. */
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: z.string().optional(),
});

/** Registers integrations as clients, once with each authorization server (RFC 7591). */
@Injectable()
export class ClientRegistrations {
  private readonly registrations: ClientRegistrationRepository;

  constructor(
    database: Database,
    private readonly box: SecretBox,
    private readonly endpoint: TokenEndpoint,
  ) {
    this.registrations = new ClientRegistrationRepository(database);
  }

  /**
   * The client that was registered before, else a new one.
   *
   * @throws TokenFailure
   */
  async obtain(request: RegistrationRequest, signal: AbortSignal): Promise<McpClient> {
    const { integrationId } = request;
    const key = { integrationId, registrationKey: keyOf(request) };
    const known = await this.findKnown(request, key);
    if (known) return known;
    const { client, expiresAt } = await this.register(request, key.registrationKey, signal);
    const clientSealed = this.box.seal(JSON.stringify(client), PURPOSE);
    if (await this.registrations.save({ ...key, clientSealed, expiresAt }, MARGIN_MS)) return client;
    // Two people connected at the same moment: one registration is enough.
    const winner = await this.registrations.find(key, MARGIN_MS);
    return winner ? this.open(winner.clientSealed) : client;
  }

  /** Asks as a client. One that its server does not know any more is forgotten, so that the next authorization registers again. */
  async watch<T>(
    integrationId: number,
    { registrationKey }: Pick<McpClient, 'registrationKey'> = {},
    ask: () => Promise<T>,
  ): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const isUnknown = error instanceof TokenFailure && error.answer?.error === 'invalid_client';
      if (isUnknown && registrationKey !== undefined)
        await this.registrations.delete({ integrationId, registrationKey });
      throw error;
    }
  }

  private async findKnown(
    { isKnown }: RegistrationRequest,
    key: ClientRegistrationKey,
  ): Promise<McpClient | undefined> {
    const found = await this.registrations.find(key, MARGIN_MS);
    if (!found) return undefined;
    const client = this.open(found.clientSealed);
    if (found.unseenMs < UNSEEN_MS) return client;
    const isStillKnown = await isKnown(client);
    await (isStillKnown ? this.registrations.seen(key) : this.registrations.delete(key));
    return isStillKnown ? client : undefined;
  }

  private open(sealed: string): McpClient {
    return mcpClientSchema.parse(JSON.parse(this.box.open(sealed, PURPOSE)));
  }

  private async register({ url, metadata }: RegistrationRequest, registrationKey: string, signal: AbortSignal) {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const answer = await this.endpoint.send({ method: 'POST', url, headers, body: JSON.stringify(metadata) }, signal);
    const { data } = answerSchema.safeParse(answer.json);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    if (!isSuccess || !data) throw registrationFailure(tokenFailureOf(answer, readTokenBody(answer), 'user'));
    const { client_secret: secret, client_secret_expires_at: endsAtS = 0 } = data;
    const client = mcpClientSchema.parse({
      id: data.client_id,
      ...(secret !== undefined && { secret }),
      // What the server answers holds, whatever was asked for (RFC 7591, section 3.2.1).
      authMethod:
        secret === undefined ? 'none' : (data.token_endpoint_auth_method ?? metadata.token_endpoint_auth_method),
      registrationKey,
    });
    return { client, expiresAt: secret !== undefined && endsAtS > 0 ? new Date(endsAtS * 1000) : null };
  }
}

function registrationFailure({ kind, answer }: TokenFailure): TokenFailure {
  const said = answer?.error === undefined ? '' : ` ${answer.error}`;
  return new TokenFailure(
    kind === 'auth_dead' ? 'auth_transient' : kind,
    `The authorization server answered ${answer?.status ?? 'nothing'}${said} and registered no client.`,
    answer,
  );
}

/**
 * Part of it is where the client's secret is sent: any server may name the registration address of another one, and would be
 * given the client that was registered there.
 */
function keyOf({ url, server: { authorizationUrl, tokenUrl }, metadata }: RegistrationRequest): string {
  const { scope: _, client_name: __, ...identity } = metadata;
  const addresses = [url, authorizationUrl, tokenUrl];
  return createHash('sha256')
    .update(JSON.stringify([...addresses, ...Object.entries(identity).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex');
}
