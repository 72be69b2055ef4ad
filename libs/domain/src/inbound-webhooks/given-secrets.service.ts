import { Injectable } from '@nestjs/common';
import { Database, GivenSecretRepository, IntegrationRepository } from '@svc/database';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { namedConnection, type RawWebhook } from '@svc/providers';
import type { InboundTarget } from './inbound-target.js';

/**
 * Keeps the secret that a provider names when it tries an address out, where there is none yet: whoever comes later cannot
 * replace it, nor set another one for a connection whose webhooks the integration's own secret proves.
 */
@Injectable()
export class GivenSecrets {
  private readonly secrets = new GivenSecretRepository();

  constructor(
    private readonly database: Database,
    private readonly vault: CredentialVault,
  ) {}

  async keep({ integration }: InboundTarget, raw: RawWebhook, secret: string): Promise<void> {
    const connectionId = namedConnection(raw);
    await this.database.transaction(async (tx) => {
      const row = await new IntegrationRepository(tx).findForUpdate(
        integration.environmentId,
        integration.uniqueKey,
        tx,
      );
      if (!row) return;
      const { credentials } = this.vault.secretsOf(row);
      if (credentials['webhook_secret']) return;
      if (connectionId !== undefined) return await this.secrets.keepForConnection(row.id, connectionId, secret, tx);
      const sealed = this.vault.sealIntegrationCredentials({ ...credentials, webhook_secret: secret });
      await this.secrets.keepForIntegration(row.id, sealed, tx);
    });
  }
}
