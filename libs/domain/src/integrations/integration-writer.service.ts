import { Injectable } from '@nestjs/common';
import type { CreateIntegrationBody, Integration, Provider, UpdateIntegrationBody } from '@svc/contracts';
import {
  ConnectionRepository,
  CustomProviderRepository,
  Database,
  IntegrationRepository,
  type IntegrationRow,
  type NewIntegration,
  type Transaction,
} from '@svc/database';
import { AppError, invalidBody } from '@svc/errors';
import { ProviderCatalogue } from '@svc/providers';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import { mergeConfig, mergeCustom } from './integration-config.js';
import { mergeCredentials } from './integration-credentials.js';
import { IntegrationReader, unknownIntegration } from './integration-reader.service.js';

/** Creates and changes integrations. */
@Injectable()
export class IntegrationWriter {
  private readonly integrations: IntegrationRepository;
  private readonly connections: ConnectionRepository;

  constructor(
    private readonly database: Database,
    private readonly catalogue: ProviderCatalogue,
    private readonly providers: CustomProviderLoader,
    private readonly vault: CredentialVault,
    private readonly reader: IntegrationReader,
  ) {
    this.integrations = new IntegrationRepository(database);
    this.connections = new ConnectionRepository(database);
  }

  /** @throws AppError `invalid_body` */
  async create(environmentId: number, body: CreateIntegrationBody): Promise<Integration> {
    const provider = await this.providers.find(environmentId, body.provider);
    if (!provider) throw unknownProvider(body.provider);
    const row = await this.insert(provider, {
      environmentId,
      uniqueKey: body.unique_key,
      provider: provider.name,
      displayName: body.display_name ?? provider.display_name,
      forwardWebhooks: body.forward_webhooks ?? true,
      credentialsSealed: this.vault.sealIntegrationCredentials(
        mergeCredentials({}, body.credentials ?? {}, provider.auth_mode),
      ),
      configSealed: this.vault.sealIntegrationConfig(initialConfig(provider, body)),
      custom: mergeCustom(provider, {}, body.custom),
    });
    if (!row) throw keyTaken(body.unique_key);
    return this.reader.view(row);
  }

  /**
   * Changes what is given; maps merge by key.
   *
   * @throws AppError 404 `not_found`, 400 `invalid_body`
   */
  async update(environmentId: number, uniqueKey: string, body: UpdateIntegrationBody): Promise<Integration> {
    const row = await this.database
      .transaction(async (tx) => {
        const current = await this.integrations.findForUpdate(environmentId, uniqueKey, tx);
        if (!current) throw unknownIntegration(uniqueKey);
        const newKey = body.unique_key ?? uniqueKey;
        if (newKey !== uniqueKey) await this.checkRename(current, newKey, tx);
        return this.integrations.update(current.id, this.changed(current, newKey, body), tx);
      })
      .catch(asKeyTaken(body.unique_key));
    if (!row) throw unknownIntegration(uniqueKey);
    return this.reader.view(row);
  }

  /** An environment's own provider is not deleted at the same moment. */
  private async insert(provider: Provider, integration: NewIntegration): Promise<IntegrationRow | undefined> {
    const { environmentId } = integration;
    if (!this.catalogue.isCustom(provider.name, environmentId)) return await this.integrations.insert(integration);
    return await this.database.transaction(async (tx) => {
      const isThere = await new CustomProviderRepository(tx).holdForShare(environmentId, provider.name, tx);
      if (!isThere) throw unknownProvider(provider.name);
      return await new IntegrationRepository(tx).insert(integration);
    });
  }

  private async checkRename(current: IntegrationRow, newKey: string, tx: Transaction): Promise<void> {
    if (await this.integrations.find(current.environmentId, newKey, tx)) throw keyTaken(newKey);
    if (!(await this.connections.existsOfIntegration(current.id, tx))) return;
    throw invalidBody({
      code: 'custom',
      path: ['uniqueKey'],
      message: `"${current.uniqueKey}" has active connections and cannot be renamed: delete them first`,
    });
  }

  private changed(current: IntegrationRow, uniqueKey: string, body: UpdateIntegrationBody) {
    const provider = this.providerOf(current);
    const stored = this.vault.secretsOf(current);
    return {
      uniqueKey,
      displayName: body.display_name ?? current.displayName,
      forwardWebhooks: body.forward_webhooks ?? current.forwardWebhooks,
      credentialsSealed: body.credentials
        ? this.vault.sealIntegrationCredentials(
            mergeCredentials(stored.credentials, body.credentials, provider.auth_mode),
          )
        : current.credentialsSealed,
      configSealed: body.integration_config
        ? this.vault.sealIntegrationConfig(mergeConfig(provider, stored.config, body.integration_config))
        : current.configSealed,
      custom: mergeCustom(provider, current.custom, body.custom),
    };
  }

  private providerOf({ environmentId, provider }: IntegrationRow): Provider {
    const known = this.catalogue.get(provider, environmentId);
    if (known) return known;
    throw invalidBody({
      code: 'custom',
      path: ['provider'],
      message: `the provider "${provider}" is no longer in the catalogue: put its definition back`,
    });
  }
}

/** Without any configuration, required fields are asked for when somebody connects; with some, all of it must be right. */
const initialConfig = (provider: Provider, { integration_config: given }: CreateIntegrationBody) =>
  mergeConfig(provider, {}, given);

const unknownProvider = (name: string): AppError =>
  invalidBody({
    code: 'invalid_string',
    path: ['provider'],
    message: `there is no provider "${name}": GET /providers lists them`,
  });

const keyTaken = (uniqueKey: string): AppError =>
  invalidBody({
    code: 'custom',
    path: ['uniqueKey'],
    message: `the unique key "${uniqueKey}" is already in use: choose another one`,
  });

const UNIQUE_VIOLATION = '23505';

/** Two renames to the same key at once: the database decides. */
const asKeyTaken =
  (uniqueKey = '') =>
  (error: unknown): never => {
    throw error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION ? keyTaken(uniqueKey) : error;
  };
