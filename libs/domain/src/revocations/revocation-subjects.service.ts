import { Injectable } from '@nestjs/common';
import { credentialsSchema } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { SEALED_COLUMNS, type DueRevocation, type FoundConnectionRow, type NewRevocation } from '@svc/database';
import { ProviderCatalogue } from '@svc/providers';
import { z } from 'zod';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import type { RenewalSubject } from '../auth-modes/renewal.js';
import type { Revocation } from '../auth-modes/revocation.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';

/** What a revocation works with, as it is sealed: connection and integration may be gone by then. */
const sealedSchema = z.object({
  credentials: credentialsSchema,
  connectionConfig: z.record(z.string(), z.unknown()),
  integration: z.object({
    credentials: z.record(z.string(), z.string()),
    config: z.record(z.string(), z.string()),
    custom: z.record(z.string(), z.string()),
  }),
});

const PURPOSE = SEALED_COLUMNS.revocationSubject.purpose;

/** How an authorization can be ended. */
export interface PlannedRevocation {
  readonly revocation: Revocation;
  readonly subject: RenewalSubject;
}

/** Seals what it takes to end an authorization, and opens it again. */
@Injectable()
export class RevocationSubjects {
  constructor(
    private readonly catalogue: ProviderCatalogue,
    private readonly providers: CustomProviderLoader,
    private readonly modes: AuthModes,
    private readonly vault: CredentialVault,
    private readonly box: SecretBox,
  ) {}

  /** Whether connections of this provider can be revoked at all. */
  isRevocable({ provider: name, environmentId }: FoundConnectionRow['integration']): boolean {
    const provider = this.catalogue.get(name, environmentId);
    return provider?.revocation_url !== undefined && this.modes.for(provider.auth_mode).revocation !== undefined;
  }

  /** Providers whose connections may live by the same grant, if ending one ends the grant. */
  sharingGrants({ provider, environmentId }: FoundConnectionRow['integration']): string[] {
    const { revocation_ends: ends, revocation_url: url } = this.catalogue.get(provider, environmentId) ?? {};
    if (ends !== 'grant') return [];
    const all = this.catalogue.list({ environmentId });
    return all.flatMap(({ name, revocation_url }) => (revocation_url === url ? [name] : []));
  }

  /** Undefined when there is nothing to end. */
  seal({ integration, connection }: FoundConnectionRow): NewRevocation | undefined {
    const provider = this.catalogue.get(integration.provider, integration.environmentId);
    if (!provider || connection.credentialsSealed === null) return undefined;
    const open = this.vault.openIntegration(integration);
    const credentials = this.vault.openConnection(connection);
    const { connectionConfig } = connection;
    const subject = { provider, integration: open, connectionConfig, credentials };
    if (!this.modes.for(provider.auth_mode).revocation?.canRevoke(subject)) return undefined;
    const sealed: z.input<typeof sealedSchema> = {
      credentials,
      connectionConfig,
      integration: { credentials: open.credentials, config: open.config, custom: open.custom },
    };
    return {
      environmentId: integration.environmentId,
      integrationId: integration.id,
      connectionId: connection.id,
      connectionKey: connection.connectionId,
      providerConfigKey: integration.uniqueKey,
      provider: provider.name,
      subjectSealed: this.box.seal(JSON.stringify(sealed), PURPOSE),
    };
  }

  /** Undefined when the provider is no longer in the catalogue, or has no way to revoke any more. */
  async open(row: DueRevocation): Promise<PlannedRevocation | undefined> {
    const provider = await this.providers.find(row.environmentId, row.provider);
    const revocation = provider && this.modes.for(provider.auth_mode).revocation;
    if (!revocation) return undefined;
    const { credentials, connectionConfig, integration } = sealedSchema.parse(
      JSON.parse(this.box.open(row.subjectSealed, PURPOSE)),
    );
    const { createdAt } = row;
    return {
      revocation,
      subject: {
        provider,
        credentials,
        connectionConfig,
        integration: {
          ...integration,
          id: row.integrationId,
          environmentId: row.environmentId,
          uniqueKey: row.providerConfigKey,
          provider: row.provider,
          displayName: row.providerConfigKey,
          forwardWebhooks: false,
          createdAt,
          updatedAt: createdAt,
        },
      },
    };
  }
}
