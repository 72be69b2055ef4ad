import type { Queryable } from '../database.js';

/** Secrets that providers name when they try an address out. */
export class GivenSecretRepository {
  async keepForIntegration(id: number, credentialsSealed: string | null, tx: Queryable): Promise<void> {
    await tx.query('UPDATE integrations SET credentials_sealed = $2, updated_at = now() WHERE id = $1', [
      id,
      credentialsSealed,
    ]);
  }

  /** As metadata `webhookSecret`, where there is none. */
  async keepForConnection(integrationId: number, connectionId: string, secret: string, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE connections SET metadata = COALESCE(metadata, '{}') || jsonb_build_object('webhookSecret', $3::text),
              updated_at = now()
        WHERE integration_id = $1 AND connection_id = $2 AND deleted_at IS NULL
          AND NOT COALESCE(metadata, '{}') ? 'webhookSecret'`,
      [integrationId, connectionId, secret],
    );
  }
}
