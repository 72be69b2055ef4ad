import { Injectable } from '@nestjs/common';
import type { Connection, CreateConnectionBody, CredentialsOf, Provider } from '@svc/contracts';
import { ConnectionAccessRepository, Database } from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { EnvironmentCaller } from '../accounts/caller.js';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import type { RenewalSubject } from '../auth-modes/renewal.js';
import { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import type { FoundConnection } from '../credentials/found-connection.js';
import { ConnectionEstablisher } from './connection-establisher.service.js';
import type { Establishment } from './establishment.js';
import { checkInput, splitConfig } from './connection-input.js';
import { toEndUser, tagsOfEndUser } from './connection-tags.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import { viewConnection } from './connection-view.js';
import { mayReadCredentials } from './may-read-credentials.js';
import { toStored, withKnownLife, type StoredImport } from './stored-credentials.js';

/** Longest wait for the token of an installation. */
const TOKEN_TIMEOUT_MS = 30_000;

interface ImportTarget {
  readonly provider: Provider;
  readonly integration: FoundConnection['integration'];
  readonly connection: FoundConnection['connection'] | undefined;
}

/** Takes connections over whose credentials the customer already has (wire contract, section 5, "Create / import"). */
@Injectable()
export class ConnectionImporter {
  private readonly access: ConnectionAccessRepository;

  constructor(
    database: Database,
    private readonly providers: CustomProviderLoader,
    private readonly vault: CredentialVault,
    private readonly establisher: ConnectionEstablisher,
    private readonly modes: AuthModes,
  ) {
    this.access = new ConnectionAccessRepository(database);
  }

  /**
   * Imports a connection, or overrides the one with the same id: credentials always, the rest where it is given.
   *
   * @param raw the provider's own answer, where the caller kept it.
   * @throws AppError 404 `not_found`, 400 `invalid_body`, 400 `connection_test_failed`
   */
  async import(
    caller: EnvironmentCaller,
    body: CreateConnectionBody,
    raw?: Record<string, unknown>,
  ): Promise<Connection> {
    const connectionId = body.connection_id ?? randomUUID();
    const target = await this.find(caller.environmentId, body.provider_config_key, connectionId);
    const { config, override, webhookUrl, userCredentials } = splitConfig(body);
    const imported = withUser(toStored(body.credentials, override, raw), userCredentials);
    const stored = withKnownLife(imported, target.provider);
    const entered = { ...(config ?? target.connection?.connectionConfig), ...stored.config };
    const connectionConfig = checkInput(target.provider, body.credentials, entered);
    const integration = this.vault.openIntegration(target.integration);
    const { provider } = target;
    const { id } = await this.establisher.establish({
      provider,
      integration,
      connectionId,
      obtained: await this.withToken(
        { provider, integration, connectionConfig, credentials: stored.credentials },
        stored,
      ),
      connectionConfig,
      metadata: body.metadata,
      tags: body.tags || body.end_user ? { ...tagsOfEndUser(body.end_user), ...body.tags } : undefined,
      endUser: body.end_user && toEndUser(body.end_user),
      webhookUrl,
      action: 'import_connection',
    });
    return this.view(caller, id);
  }

  private async find(environmentId: number, providerConfigKey: string, connectionId: string): Promise<ImportTarget> {
    const row = await this.access.find({ environmentId, providerConfigKey, connectionId });
    if (!row) throw unknownIntegration(providerConfigKey);
    const provider = await this.providers.find(environmentId, row.integration.provider);
    if (provider) return { ...row, provider };
    throw new AppError(
      'not_found',
      `The provider "${row.integration.provider}" of this integration is not in the catalogue.`,
    );
  }

  /** An installation of an app is only named: the token that the app gets for it proves that it is there. */
  private async withToken(
    subject: RenewalSubject,
    given: Establishment['obtained'],
  ): Promise<Establishment['obtained']> {
    const { type } = subject.credentials;
    const { renewal } = this.modes.for(subject.provider.auth_mode);
    if (!renewal || (type !== 'APP' && type !== 'CUSTOM')) return given;
    try {
      return await renewal.renew(subject, AbortSignal.timeout(TOKEN_TIMEOUT_MS));
    } catch (error) {
      if (!(error instanceof TokenFailure)) throw error;
      throw new AppError(
        'connection_test_failed',
        `No token could be had for this installation. ${error.message} Check installation_id, and app_id and private_key of the integration.`,
        { payload: { reason: error.kind }, cause: error },
      );
    }
  }

  private async view(caller: EnvironmentCaller, id: number): Promise<Connection> {
    const row = await this.access.find({ environmentId: caller.environmentId, id });
    if (!row?.connection) throw new AppError('not_found', 'The connection was deleted meanwhile.');
    const credentials = mayReadCredentials(caller) ? this.vault.openConnection(row.connection) : undefined;
    return viewConnection(row.integration, row.connection, { credentials });
  }
}

/** The person's own tokens are secrets like those of the installation. */
const withUser = (stored: StoredImport, user: CredentialsOf<'OAUTH2'> | undefined): StoredImport =>
  user && stored.credentials.type === 'CUSTOM'
    ? { ...stored, credentials: { ...stored.credentials, userCredentials: user } }
    : stored;

const unknownIntegration = (key: string): AppError =>
  new AppError('not_found', `There is no integration "${key}" in this environment: check provider_config_key.`);
