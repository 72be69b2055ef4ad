import type { Queryable } from '../database.js';
import type { ConnectAttemptEntity } from '../entities/connect-attempt.entity.js';

/** An attempt whose browser is on its way to the provider. */
export type StartedAttempt = Readonly<
  Pick<
    ConnectAttemptEntity,
    'id' | 'sessionId' | 'integrationId' | 'providerConfigKey' | 'attempt' | 'wsClientId' | 'operationId' | 'expiresAt'
  >
> & { readonly cookieHash: Buffer; readonly memorySealed: string };

/** An attempt that never got as far as the provider. */
export type FailedAttempt = Omit<StartedAttempt, 'id' | 'cookieHash' | 'memorySealed' | 'operationId'> & AttemptError;

/** How an attempt failed. */
export interface AttemptError {
  readonly errorType: string;
  readonly errorDescription: string;
}

/** How an attempt ended. */
export type AttemptOutcome =
  | { readonly status: 'success'; readonly connectionId: string | null; readonly isPending: boolean }
  | ({ readonly status: 'error' } & AttemptError);

/** What the browser's return needs. */
export type ReturningAttempt = Readonly<
  Pick<
    ConnectAttemptEntity,
    'id' | 'sessionId' | 'integrationId' | 'providerConfigKey' | 'cookieHash' | 'operationId' | 'memorySealed'
  >
>;

/** How far an attempt is, as those who wait for it see it. */
export type AttemptProgress = Readonly<
  Pick<
    ConnectAttemptEntity,
    'id' | 'wsClientId' | 'providerConfigKey' | 'connectionId' | 'isPending' | 'errorType' | 'errorDescription'
  >
> & {
  readonly status: 'waiting' | 'success' | 'error';
  /** Nobody came back in time, or the process died that worked on it. */
  readonly isLost: boolean;
};

/** An attempt that came to nothing without anybody saying so. */
export type LostAttempt = Readonly<Pick<ConnectAttemptEntity, 'id' | 'operationId'>>;

/** A browser's return is worked on for less than this; whoever takes longer has died. */
const CLAIM_MINUTES = 3;

const LOST = `(a.status = 'waiting' AND a.expires_at <= now()
  OR a.status = 'claimed' AND a.claimed_at <= now() - interval '${CLAIM_MINUTES} minutes')`;

const PROGRESS = `
  SELECT a.id, a.ws_client_id AS "wsClientId", a.provider_config_key AS "providerConfigKey",
         a.connection_id AS "connectionId", a.is_pending AS "isPending", a.error_type AS "errorType",
         a.error_description AS "errorDescription", ${LOST} AS "isLost",
         CASE WHEN ${LOST} THEN 'error' WHEN a.status = 'claimed' THEN 'waiting' ELSE a.status END AS status
    FROM connect_attempts a`;

/** Authorizations in browsers. */
export class ConnectAttemptRepository {
  constructor(private readonly database: Queryable) {}

  /** Whether a session has begun this many or more. */
  async hasReached(sessionId: string, count: number): Promise<boolean> {
    const { rows } = await this.database.query(
      'SELECT 1 FROM connect_attempts WHERE session_id = $1 OFFSET $2 LIMIT 1',
      [sessionId, count - 1],
    );
    return rows.length > 0;
  }

  async start(attempt: StartedAttempt): Promise<void> {
    await this.database.query(
      `INSERT INTO connect_attempts
              (id, session_id, integration_id, provider_config_key, attempt, ws_client_id, operation_id, expires_at,
               cookie_hash, memory_sealed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        attempt.id,
        attempt.sessionId,
        attempt.integrationId,
        attempt.providerConfigKey,
        attempt.attempt,
        attempt.wsClientId,
        attempt.operationId,
        attempt.expiresAt,
        attempt.cookieHash,
        attempt.memorySealed,
      ],
    );
  }

  async insertFailed(attempt: FailedAttempt): Promise<void> {
    await this.database.query(
      `INSERT INTO connect_attempts
              (session_id, integration_id, provider_config_key, attempt, ws_client_id, expires_at, status, error_type,
               error_description, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'error', $7, $8, now())`,
      [
        attempt.sessionId,
        attempt.integrationId,
        attempt.providerConfigKey,
        attempt.attempt,
        attempt.wsClientId,
        attempt.expiresAt,
        attempt.errorType,
        attempt.errorDescription,
      ],
    );
  }

  async find(id: string): Promise<ReturningAttempt | undefined> {
    const { rows } = await this.database.query<ReturningAttempt>(
      `SELECT id, session_id AS "sessionId", integration_id AS "integrationId",
              provider_config_key AS "providerConfigKey",
              cookie_hash AS "cookieHash", operation_id AS "operationId", memory_sealed AS "memorySealed"
         FROM connect_attempts WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  /** Takes an attempt for the one browser that comes back first, in time. What it remembers is forgotten. */
  async claim(id: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `UPDATE connect_attempts SET status = 'claimed', claimed_at = now(), memory_sealed = NULL
        WHERE id = $1 AND status = 'waiting' AND expires_at > now()`,
      [id],
    );
    return rowCount === 1;
  }

  /** Also where the attempt was given up meanwhile: what became of it is the truth. */
  async finish(id: string, outcome: AttemptOutcome): Promise<void> {
    const isSuccess = outcome.status === 'success';
    await this.database.query(
      `UPDATE connect_attempts
          SET status = $2, connection_id = $3, is_pending = $4, error_type = $5, error_description = $6, finished_at = now()
        WHERE id = $1 AND status <> 'success'`,
      [
        id,
        outcome.status,
        isSuccess ? outcome.connectionId : null,
        isSuccess && outcome.isPending,
        isSuccess ? null : outcome.errorType,
        isSuccess ? null : outcome.errorDescription,
      ],
    );
  }

  /** Of those that a page gave this name one that succeeded, or else the latest: a person may have two windows open. */
  async findLatest(sessionId: string, attempt: string): Promise<AttemptProgress | undefined> {
    const { rows } = await this.database.query<AttemptProgress>(
      `${PROGRESS} WHERE a.session_id = $1 AND a.attempt = $2
        ORDER BY (a.status = 'success') DESC, a.created_at DESC LIMIT 1`,
      [sessionId, attempt],
    );
    return rows[0];
  }

  /** What is over of the attempts that these sockets wait for. */
  async findEnded(wsClientIds: readonly string[]): Promise<AttemptProgress[]> {
    const { rows } = await this.database.query<AttemptProgress>(
      `${PROGRESS} WHERE a.ws_client_id = ANY($1) AND (a.status IN ('success', 'error') OR ${LOST}) ORDER BY a.created_at`,
      [wsClientIds],
    );
    return rows;
  }

  /** Ends attempts that nobody will end any more. */
  async endLost(error: AttemptError, limit: number): Promise<LostAttempt[]> {
    const { rows } = await this.database.query<LostAttempt>(
      `UPDATE connect_attempts
          SET status = 'error', memory_sealed = NULL, error_type = $1, error_description = $2, finished_at = now()
        WHERE id IN (SELECT a.id FROM connect_attempts a WHERE ${LOST} LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id, operation_id AS "operationId"`,
      [error.errorType, error.errorDescription, limit],
    );
    return rows;
  }
}
