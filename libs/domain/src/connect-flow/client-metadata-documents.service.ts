import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { clientMetadataPath, type ClientMetadata } from '@svc/contracts';
import { Database, IntegrationRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { EnvironmentPresentations } from '../accounts/environment-presentations.service.js';
import { CONFIG } from '../core/core.tokens.js';

/** Describes an integration as an OAuth client, to authorization servers that read it from the client id's own address. */
@Injectable()
export class ClientMetadataDocuments {
  private readonly integrations: IntegrationRepository;

  constructor(
    database: Database,
    private readonly presentations: EnvironmentPresentations,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.integrations = new IntegrationRepository(database);
  }

  /** @throws AppError 404 `not_found` */
  async get(environmentUuid: string, uniqueKey: string): Promise<ClientMetadata> {
    const environment = await this.presentations.findByUuid(environmentUuid);
    const integration = environment && (await this.integrations.find(environment.id, uniqueKey));
    if (!environment || !integration) {
      throw new AppError('not_found', 'No integration has this address: check the environment and the unique key.');
    }
    const { publicUrl } = this.config.api;
    return {
      client_id: `${publicUrl}${clientMetadataPath({ environmentUuid, providerConfigKey: uniqueKey })}`,
      client_name: integration.displayName,
      client_uri: publicUrl,
      redirect_uris: [environment.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }
}
