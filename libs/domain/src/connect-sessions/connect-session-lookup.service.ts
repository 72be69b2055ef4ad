import { Injectable } from '@nestjs/common';
import { endUserSchema } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { ConnectSessionRepository, Database, type ConnectSessionRow } from '@svc/database';
import { AppError } from '@svc/errors';
import type { SessionCaller } from '../accounts/caller.js';
import type { OpenConnectSession } from './open-connect-session.js';
import { openDetails } from './session-details.js';
import { sessionTokenHash } from './session-token.js';

/** Finds the session that a browser acts for. */
@Injectable()
export class ConnectSessionLookup {
  private readonly sessions: ConnectSessionRepository;

  constructor(
    database: Database,
    private readonly box: SecretBox,
  ) {
    this.sessions = new ConnectSessionRepository(database);
  }

  /**
   * @param graceMs how long a session may have been over.
   * @throws AppError 401 `invalid_connect_session_token_format`, `unknown_connect_session_token`
   */
  async authenticate(token: string, graceMs = 0): Promise<SessionCaller> {
    const hash = sessionTokenHash(token);
    if (!hash) {
      throw new AppError(
        'invalid_connect_session_token_format',
        'This is not the token of a connect session: send the token that POST /connect/sessions answered.',
      );
    }
    const row = await this.sessions.findByToken(hash, graceMs);
    if (!row) {
      throw new AppError(
        'unknown_connect_session_token',
        'The connect session is over: it ends after 30 minutes. Create a new one with POST /connect/sessions.',
      );
    }
    const session = this.open(row);
    return { kind: 'session', accountId: session.accountId, environmentId: session.environmentId, session };
  }

  /** The session of an authorization that is under way; it may have expired meanwhile. Undefined when it was deleted. */
  async findOfAttempt(sessionId: string): Promise<OpenConnectSession | undefined> {
    const row = await this.sessions.find(sessionId);
    return row && row.endedAt === null ? this.open(row) : undefined;
  }

  private open(row: ConnectSessionRow): OpenConnectSession {
    const { detailsSealed, endUser, reconnectKey, endedAt: _, allowedIntegrations, ...rest } = row;
    return {
      ...rest,
      ...openDetails(this.box, detailsSealed),
      allowedIntegrations: reconnectKey === null ? allowedIntegrations : [reconnectKey],
      endUser: endUser && endUserSchema.parse(endUser),
    };
  }
}
