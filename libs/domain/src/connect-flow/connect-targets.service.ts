import { Injectable } from '@nestjs/common';
import {
  ConnectionAccessRepository,
  Database,
  IntegrationRepository,
  type ConnectionRow,
  type IntegrationRow,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import type { ConnectTarget } from './connect-target.js';

/** What a target was called at the beginning. */
export interface TargetNames {
  readonly uniqueKey: string;
  /** For a connection that does not exist yet. */
  readonly connectionId: string;
}

/** Finds what a session may connect an account to. */
@Injectable()
export class ConnectTargets {
  private readonly integrations: IntegrationRepository;
  private readonly access: ConnectionAccessRepository;

  constructor(
    database: Database,
    private readonly providers: CustomProviderLoader,
    private readonly vault: CredentialVault,
  ) {
    this.integrations = new IntegrationRepository(database);
    this.access = new ConnectionAccessRepository(database);
  }

  /**
   * @throws AppError 400 `integration_not_allowed`, 404 `unknown_provider_config`, 404 `unknown_provider_template`,
   *   400 `invalid_connection`
   */
  async find(session: OpenConnectSession, uniqueKey: string): Promise<ConnectTarget> {
    // Whether one that the session does not name exists is not for its browser to learn.
    if (session.allowedIntegrations && !session.allowedIntegrations.includes(uniqueKey)) {
      throw new AppError(
        'integration_not_allowed',
        `This session does not allow the integration "${uniqueKey}": name it in allowed_integrations when you create the session.`,
      );
    }
    const row = await this.integrations.find(session.environmentId, uniqueKey);
    return await this.open(session, row, { uniqueKey, connectionId: randomUUID() });
  }

  /** The same for an authorization that has begun; the integration may have another key by now. */
  async findAgain(session: OpenConnectSession, integrationId: number, names: TargetNames): Promise<ConnectTarget> {
    const row = await this.integrations.findById(session.environmentId, integrationId);
    return await this.open(session, row, names);
  }

  private async open(
    session: OpenConnectSession,
    row: IntegrationRow | undefined,
    { uniqueKey, connectionId }: TargetNames,
  ): Promise<ConnectTarget> {
    if (!row) {
      throw new AppError('unknown_provider_config', `There is no integration "${uniqueKey}" in this environment.`, {
        status: 404,
      });
    }
    const provider = await this.providers.find(row.environmentId, row.provider);
    if (!provider) {
      throw new AppError(
        'unknown_provider_template',
        `The provider "${row.provider}" of this integration is not in the catalogue.`,
      );
    }
    const integration = this.vault.openIntegration(row);
    const existing = await this.findExisting(session, row.id);
    return { provider, integration, existing, connectionId: existing?.connectionId ?? connectionId };
  }

  private async findExisting(
    { environmentId, reconnectId }: OpenConnectSession,
    integrationId: number,
  ): Promise<ConnectionRow | undefined> {
    if (reconnectId === null) return undefined;
    const row = await this.access.find({ environmentId, id: reconnectId });
    if (row?.connection && row.integration.id === integrationId) return row.connection;
    throw new AppError('invalid_connection', 'The connection to authorize anew was deleted meanwhile.');
  }
}
