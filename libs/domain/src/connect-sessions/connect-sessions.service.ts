import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  CONNECT_SESSION_LIFE_MS,
  type ConnectSession,
  type CreateConnectSessionBody,
  type ReconnectSessionBody,
} from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { ConnectSessionRepository, Database } from '@svc/database';
import { AppError, invalidBody } from '@svc/errors';
import { CONFIG } from '../core/core.tokens.js';
import { sealDetails } from './session-details.js';
import { SessionInputs, type SessionInput } from './session-inputs.service.js';
import { newSessionToken, sessionTokenHash } from './session-token.js';

interface SessionTarget {
  readonly environmentId: number;
  readonly allowedIntegrations: string[] | null;
  readonly reconnectId: number | null;
  readonly returnUrl: string | null;
}

/** Makes and ends connect sessions: short-lived permissions to connect accounts (wire contract, section 6; D14). */
@Injectable()
export class ConnectSessions {
  private readonly sessions: ConnectSessionRepository;

  constructor(
    database: Database,
    private readonly box: SecretBox,
    private readonly inputs: SessionInputs,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.sessions = new ConnectSessionRepository(database);
  }

  /** @throws AppError 400 `invalid_body` */
  async create(environmentId: number, body: CreateConnectSessionBody): Promise<ConnectSession> {
    const input = await this.inputs.check(environmentId, body);
    return await this.save(input, {
      environmentId,
      allowedIntegrations: body.allowed_integrations ?? null,
      reconnectId: null,
      returnUrl: body.return_url ?? null,
    });
  }

  /**
   * For a connection that exists, whose credentials are to be replaced.
   *
   * @throws AppError 400 `invalid_body`, 400 `reconnect_not_supported`
   */
  async createReconnect(environmentId: number, body: ReconnectSessionBody): Promise<ConnectSession> {
    const reconnectId = await this.findReconnectTarget(environmentId, body);
    const input = await this.inputs.check(environmentId, body);
    const returnUrl = body.return_url ?? null;
    return await this.save(input, { environmentId, allowedIntegrations: null, reconnectId, returnUrl });
  }

  /** The token stops working at once. */
  async end(sessionId: string): Promise<void> {
    await this.sessions.end(sessionId);
  }

  private async findReconnectTarget(
    environmentId: number,
    { integration_id: key, connection_id: connectionId }: ReconnectSessionBody,
  ): Promise<number> {
    const target = await this.sessions.findReconnectTarget(environmentId, key, connectionId);
    const unknown = (path: string, message: string): AppError => invalidBody({ code: 'custom', path: [path], message });
    if (!target) throw unknown('integration_id', `there is no integration "${key}" in this environment`);
    if (target.id === null) {
      throw unknown('connection_id', `there is no connection "${connectionId}" for the integration "${key}"`);
    }
    if (target.viaSession) return target.id;
    throw new AppError(
      'reconnect_not_supported',
      `The connection "${connectionId}" was imported, not made through a connect session: import it again instead.`,
    );
  }

  private async save(input: SessionInput, target: SessionTarget): Promise<ConnectSession> {
    const token = newSessionToken();
    const tokenHash = sessionTokenHash(token);
    if (!tokenHash) throw new Error('The new token is malformed.');
    const { defaults, overrides, tags, endUser, webhookUrl } = input;
    const expiresAt = new Date(Date.now() + CONNECT_SESSION_LIFE_MS);
    await this.sessions.insert({
      ...target,
      tokenHash,
      detailsSealed: sealDetails(this.box, { defaults, overrides }),
      tags: tags && { ...tags },
      endUser: endUser && { ...endUser },
      webhookUrl,
      expiresAt,
    });
    const link = `${this.config.api.publicUrl}/connect?session_token=${token}`;
    return { token, connect_link: link, expires_at: expiresAt.toISOString() };
  }
}
