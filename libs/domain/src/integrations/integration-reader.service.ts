import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { satisfiesScope, type GetIntegrationQuery, type Integration } from '@svc/contracts';
import { Database, IntegrationRepository, type IntegrationRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { ProviderCatalogue } from '@svc/providers';
import type { EnvironmentCaller, SessionCaller } from '../accounts/caller.js';
import { CONFIG } from '../core/core.tokens.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { shownCredentials } from './integration-credentials.js';
import { viewIntegration } from './integration-view.js';

/** Shows integrations. */
@Injectable()
export class IntegrationReader {
  private readonly integrations: IntegrationRepository;

  constructor(
    database: Database,
    private readonly catalogue: ProviderCatalogue,
    private readonly vault: CredentialVault,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.integrations = new IntegrationRepository(database);
  }

  /** Every integration of an environment, or those that a connect session allows, without credentials. */
  async list(caller: EnvironmentCaller | SessionCaller): Promise<Integration[]> {
    const rows = await this.integrations.list(caller.environmentId);
    const allowed = caller.kind === 'session' ? caller.session.allowedIntegrations : null;
    return rows.filter(({ uniqueKey }) => allowed?.includes(uniqueKey) ?? true).map((row) => this.view(row));
  }

  /**
   * One integration. Credentials that the key may not read are left out.
   *
   * @throws AppError 404 `not_found`
   */
  async get(
    caller: EnvironmentCaller,
    uniqueKey: string,
    include: GetIntegrationQuery['include'],
  ): Promise<Integration> {
    const row = await this.integrations.find(caller.environmentId, uniqueKey);
    if (!row) throw unknownIntegration(uniqueKey);
    const mayReadCredentials = satisfiesScope(caller.scopes, 'environment:integrations:read_credentials');
    return {
      ...this.view(row),
      ...(include.includes('webhook') && { webhook_url: this.webhookUrl(row, caller.environmentUuid) }),
      ...(include.includes('credentials') && mayReadCredentials && { credentials: this.credentials(row) }),
    };
  }

  /** The public shape. */
  view(row: IntegrationRow): Integration {
    const { publicUrl } = this.config.api;
    return viewIntegration(
      row,
      this.catalogue.get(row.provider, row.environmentId)?.logo_url ??
        `${publicUrl}/images/template-logos/${row.provider}.svg`,
    );
  }

  private credentials(row: IntegrationRow): Integration['credentials'] {
    return shownCredentials(
      this.vault.secretsOf(row).credentials,
      this.catalogue.get(row.provider, row.environmentId)?.auth_mode ?? 'NONE',
    );
  }

  private webhookUrl({ environmentId, provider, uniqueKey }: IntegrationRow, environmentUuid: string): string | null {
    const { webhook, webhook_routing_script: others } = this.catalogue.get(provider, environmentId) ?? {};
    if (!webhook && others === undefined) return null;
    return `${this.config.api.publicUrl}/webhook/${environmentUuid}/${encodeURIComponent(uniqueKey)}`;
  }
}

/** 404: no integration has this key. */
export const unknownIntegration = (uniqueKey: string): AppError =>
  new AppError('not_found', `There is no integration "${uniqueKey}" in this environment: check its unique key.`);
