import type { Queryable } from '../database.js';
import type { CredentialRevocationEntity } from '../entities/credential-revocation.entity.js';

/** A revocation to be made. */
export type NewRevocation = Readonly<
  Pick<
    CredentialRevocationEntity,
    'environmentId' | 'integrationId' | 'connectionId' | 'connectionKey' | 'providerConfigKey' | 'provider'
  >
> & { readonly subjectSealed: string };

/** A revocation whose attempt is due. */
export type DueRevocation = NewRevocation & Pick<CredentialRevocationEntity, 'id' | 'attempts' | 'createdAt'>;

/** How a revocation ended. */
export type RevocationStatus = 'revoked' | 'refused' | 'given_up';

const COLUMNS = `id, environment_id AS "environmentId", integration_id AS "integrationId", connection_id AS "connectionId",
  connection_key AS "connectionKey", provider_config_key AS "providerConfigKey", provider,
  subject_sealed AS "subjectSealed", attempts, created_at AS "createdAt"`;

/** Authorizations that are to be ended at their providers. */
export class CredentialRevocationRepository {
  constructor(private readonly database: Queryable) {}

  async insert(batchId: string, revocations: readonly NewRevocation[], tx: Queryable): Promise<void> {
    await tx.query(
      `INSERT INTO credential_revocations
              (batch_id, environment_id, integration_id, connection_id, connection_key, provider_config_key, provider, subject_sealed)
       SELECT $1, r."environmentId", r."integrationId", r."connectionId", r."connectionKey", r."providerConfigKey", r.provider,
              r."subjectSealed"
         FROM jsonb_to_recordset($2::jsonb) AS r (
                "environmentId" integer, "integrationId" integer, "connectionId" integer, "connectionKey" text,
                "providerConfigKey" text, provider text, "subjectSealed" text)`,
      [batchId, JSON.stringify(revocations)],
    );
  }

  async environmentName(environmentId: number, tx: Queryable): Promise<string> {
    const { rows } = await tx.query<{ name: string }>('SELECT name FROM environments WHERE id = $1', [environmentId]);
    return rows[0]?.name ?? '';
  }

  /** Takes attempts of a batch that are due. They come due again after `leaseMs`, in case the process that took them dies. */
  async claimDue(batchId: string, limit: number, leaseMs: number): Promise<DueRevocation[]> {
    const { rows } = await this.database.query<DueRevocation>(
      `UPDATE credential_revocations
          SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + $3 * interval '1 ms'
        WHERE id = ANY(ARRAY(
          SELECT id FROM credential_revocations
           WHERE batch_id = $1 AND finished_at IS NULL AND next_attempt_at <= clock_timestamp()
           ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        RETURNING ${COLUMNS}`,
      [batchId, limit, leaseMs],
    );
    return rows;
  }

  /** Milliseconds until the next attempt of a batch; undefined when all are finished. */
  async nextDueInMs(batchId: string): Promise<number | undefined> {
    const { rows } = await this.database.query<{ dueInMs: number | null }>(
      `SELECT (extract(epoch FROM min(next_attempt_at) - clock_timestamp()) * 1000)::float8 AS "dueInMs"
         FROM credential_revocations WHERE batch_id = $1 AND finished_at IS NULL`,
      [batchId],
    );
    const dueInMs = rows[0]?.dueInMs;
    return typeof dueInMs === 'number' ? Math.max(0, dueInMs) : undefined;
  }

  async postpone(id: string, waitMs: number, failure: string): Promise<void> {
    await this.database.query(
      `UPDATE credential_revocations
          SET next_attempt_at = clock_timestamp() + $2 * interval '1 ms', last_failure = $3
        WHERE id = $1 AND finished_at IS NULL`,
      [id, waitMs, failure],
    );
  }

  /** Notes how it ended and forgets the credentials. */
  async finish(id: string, status: RevocationStatus, failure: string | null): Promise<void> {
    await this.database.query(
      `UPDATE credential_revocations SET status = $2, last_failure = $3, finished_at = now(), subject_sealed = NULL
        WHERE id = $1 AND finished_at IS NULL`,
      [id, status, failure],
    );
  }

  /** Forgets credentials that are kept longer than they may be, such as when no worker runs; answers how many. */
  async giveUpOlderThan(ageMs: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `UPDATE credential_revocations SET status = 'given_up', finished_at = now(), subject_sealed = NULL
        WHERE finished_at IS NULL AND created_at < now() - $1 * interval '1 ms'`,
      [ageMs],
    );
    return rowCount;
  }

  async prune(keptDays: number, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      `DELETE FROM credential_revocations WHERE id = ANY(ARRAY(
         SELECT id FROM credential_revocations WHERE finished_at < now() - $1 * interval '1 day' LIMIT $2))`,
      [keptDays, limit],
    );
    return rowCount;
  }
}
