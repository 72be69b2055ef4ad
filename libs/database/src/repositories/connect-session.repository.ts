import type { Queryable } from '../database.js';
import type { ConnectSessionEntity } from '../entities/connect-session.entity.js';

/** What a new session is made of. */
export type NewConnectSession = Readonly<Omit<ConnectSessionEntity, 'id' | 'createdAt' | 'endedAt'>>;

/** A session with what it belongs to. */
export interface ConnectSessionRow extends Readonly<Omit<ConnectSessionEntity, 'tokenHash' | 'createdAt'>> {
  readonly accountId: number;
  readonly environmentUuid: string;
  /** Unique key of the integration whose connection is authorized anew; null for sessions that make new ones. */
  readonly reconnectKey: string | null;
}

/** A connection that somebody wants to authorize anew, or what there is of it. */
export interface ReconnectTarget {
  readonly id: number | null;
  readonly viaSession: boolean | null;
}

const ROWS = `
  SELECT s.id, s.environment_id AS "environmentId", s.allowed_integrations AS "allowedIntegrations",
         s.details_sealed AS "detailsSealed", s.tags, s.end_user AS "endUser", s.webhook_url AS "webhookUrl",
         s.return_url AS "returnUrl", s.reconnect_id AS "reconnectId", s.expires_at AS "expiresAt", s.ended_at AS "endedAt",
         e.account_id AS "accountId", e.uuid AS "environmentUuid", i.unique_key AS "reconnectKey"
    FROM connect_sessions s
    JOIN environments e ON e.id = s.environment_id AND e.deleted_at IS NULL
    LEFT JOIN connections c ON c.id = s.reconnect_id
    LEFT JOIN integrations i ON i.id = c.integration_id`;

/** Permissions to connect accounts. */
export class ConnectSessionRepository {
  constructor(private readonly database: Queryable) {}

  async insert(session: NewConnectSession): Promise<void> {
    await this.database.query(
      `INSERT INTO connect_sessions
              (environment_id, token_hash, allowed_integrations, details_sealed, tags, end_user, webhook_url, return_url,
               reconnect_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        session.environmentId,
        session.tokenHash,
        session.allowedIntegrations,
        session.detailsSealed,
        session.tags,
        session.endUser,
        session.webhookUrl,
        session.returnUrl,
        session.reconnectId,
        session.expiresAt,
      ],
    );
  }

  /** The session with this token, if it has not been over for longer than `graceMs`. */
  async findByToken(tokenHash: Buffer, graceMs: number): Promise<ConnectSessionRow | undefined> {
    const { rows } = await this.database.query<ConnectSessionRow>(
      `${ROWS} WHERE s.token_hash = $1
                 AND LEAST(s.expires_at, s.ended_at) > now() - $2 * interval '1 millisecond'`,
      [tokenHash, graceMs],
    );
    return rows[0];
  }

  /** Whether it is over or not. */
  async find(id: string): Promise<ConnectSessionRow | undefined> {
    const { rows } = await this.database.query<ConnectSessionRow>(`${ROWS} WHERE s.id = $1`, [id]);
    return rows[0];
  }

  async end(id: string): Promise<void> {
    await this.database.query('UPDATE connect_sessions SET ended_at = now() WHERE id = $1 AND ended_at IS NULL', [id]);
  }

  /** Undefined when the integration is unknown; an id of null when the connection is. */
  async findReconnectTarget(
    environmentId: number,
    providerConfigKey: string,
    connectionId: string,
  ): Promise<ReconnectTarget | undefined> {
    const { rows } = await this.database.query<ReconnectTarget>(
      `SELECT c.id, c.via_session AS "viaSession"
         FROM integrations i
         LEFT JOIN connections c ON c.integration_id = i.id AND c.connection_id = $3 AND c.deleted_at IS NULL
        WHERE i.environment_id = $1 AND i.unique_key = $2 AND i.deleted_at IS NULL`,
      [environmentId, providerConfigKey, connectionId],
    );
    return rows[0];
  }

  /** Forgets sessions, with their attempts, that ended days ago. Returns how many. */
  async prune(days: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM connect_sessions WHERE id IN (
         SELECT id FROM connect_sessions WHERE expires_at < now() - $1 * interval '1 day' ORDER BY expires_at LIMIT $2)`,
      [days, limit],
    );
    return rowCount;
  }
}
